// expect: value "ok" | error /detached|resiz|out of|bounds|range/i
// class: copyWithin whose argument's conversion shrinks the buffer
async () => {
  const b = new ArrayBuffer(1024, { maxByteLength: 2048 }), t = new Uint8Array(b);
  t.copyWithin({ valueOf() { b.resize(16); return 0; } }, 512, 1024);
  t.subarray(0, 16).slice({ valueOf() { b.resize(2); return 0; } });
  return "ok";
}
