// expect: value "ok" | error /detached|transfer|callable|out of bounds/i
// class: a buffer transferred away in the callback of a builtin over it
async () => {
  const t = new Uint8Array(64);
  t.forEach((_, i) => { if (i === 0) t.buffer.transfer(); });
  t.set([1], 0);
  return "ok";
}
