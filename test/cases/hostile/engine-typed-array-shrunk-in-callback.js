// expect: value "ok" | error /detached|resiz|not a function|not callable|out of bounds|range/i
// class: a resizable buffer made smaller in the callback of sort, fill and set
async () => {
  const b = new ArrayBuffer(64, { maxByteLength: 128 }), t = new Uint8Array(b);
  t.sort((x, y) => { b.resize(8); return x - y; });
  t.fill({ valueOf() { b.resize(0); return 1; } });
  t.set([{ valueOf() { b.resize(4); return 1; } }, 2, 3]);
  return "ok";
}
