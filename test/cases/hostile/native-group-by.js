// expect: timeout | error /memory limit/
// class: Object.groupBy over an endless iterator
// timeout: 120
async () => Object.keys(Object.groupBy((function* () { let i = 0; for (;;) yield i++; })(), (x) => "k" + x)).length
