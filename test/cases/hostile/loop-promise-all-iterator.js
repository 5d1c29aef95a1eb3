// expect: timeout | error /memory limit/
// class: Promise.all over an endless iterator
// timeout: 120
async () => Promise.all({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) })
