// expect: value [200,"stop"]
// class: a comparator that throws: the array keeps all its elements
async () => {
  const a = Array.from({ length: 200 }, (_, i) => (i * 7919) % 200);
  let n = 0, text = "";
  try { a.sort((x, y) => { if (++n > 300) throw new Error("stop"); return x - y; }); } catch (e) { text = e.message; }
  return [new Set(a).size, text];
}
