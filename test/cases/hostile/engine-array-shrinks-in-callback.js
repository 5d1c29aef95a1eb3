// expect: value [0,0,0,0,0,0]
// class: builtins over an array that their callback empties
async () => {
  const out = [];
  for (const m of ["map", "filter", "forEach", "some", "flatMap", "findLast"]) { const a = [1, 2, 3, 4, 5]; a[m](() => { a.length = 0; }); out.push(a.length); }
  return out;
}
