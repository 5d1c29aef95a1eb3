// expect: timeout | error /memory limit|BigInt/
// class: squaring a BigInt again and again: each step is one native operation
// timeout: 120
async () => { let a = 3n; for (;;) a *= a; }
