// expect: timeout | error /memory limit/ | value 4294967295
// class: sort of an array that is all holes
async () => { const a = []; a[2 ** 32 - 2] = 1; return a.sort().length; }
