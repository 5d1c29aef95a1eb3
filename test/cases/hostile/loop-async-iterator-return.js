// expect: timeout
// class: leaving for-await calls return(), which never settles by itself and loops in jobs
// timeout: 120
async () => {
  const it = {
    [Symbol.asyncIterator]: () => it,
    next: async () => ({ done: false, value: 1 }),
    return: async () => { for (;;) await null; },
  };
  for await (const _ of it) break;
}
