// expect: timeout | error /memory limit/
// class: Array.from over an endless iterator that yields nothing new
// timeout: 120
async () => Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }).length
