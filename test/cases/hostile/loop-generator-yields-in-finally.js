// expect: timeout
// class: a generator that refuses to return
// timeout: 120
async () => {
  function* g() { for (;;) { try { yield 1; } finally { yield 2; } } }
  const it = g();
  it.next();
  for (;;) it.return();
}
