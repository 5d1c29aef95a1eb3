// expect: timeout | error /memory limit/
// class: a rest element over an endless iterator
// timeout: 200
async () => { const [a, ...rest] = (function* () { for (;;) yield 1; })(); return rest.length; }
