// expect: timeout | error /memory limit|BigInt|size/i
// class: decimal text of a BigInt with a million digits, many times
// timeout: 120
async () => { const a = 2n ** 3000000n; let n = 0; for (;;) n += a.toString().length; }
