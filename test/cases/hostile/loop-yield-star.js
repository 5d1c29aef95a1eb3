// expect: timeout
// class: yield* over an iterator whose next never returns
// timeout: 120
async () => {
  function* g() { yield* { [Symbol.iterator]: () => ({ next() { for (;;) {} } }) }; }
  return [...g()];
}
