// expect: timeout | error /memory limit/
// class: a rest element over an endless iterator
// timeout: 120
async () => { const [a, ...rest] = (function* () { for (;;) yield 1; })(); return rest.length; }
