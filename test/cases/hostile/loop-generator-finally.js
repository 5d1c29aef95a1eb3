// expect: timeout
// class: leaving for-of runs the generator's finally, which never ends
// timeout: 120
async () => {
  function* g() { try { for (;;) yield 1; } finally { for (;;) {} } }
  for (const _ of g()) break;
}
