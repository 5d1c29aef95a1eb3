// expect: value "ok" | error /detached|resiz|out of|bounds|range/i
// class: a view whose buffer shrinks while the value is converted
async () => {
  const b = new ArrayBuffer(16, { maxByteLength: 32 }), v = new DataView(b);
  v.setFloat64(8, { valueOf() { b.resize(1); return 1; } });
  return "ok";
}
