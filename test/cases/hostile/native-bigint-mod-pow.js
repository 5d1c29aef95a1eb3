// expect: timeout | error /memory limit|BigInt/
// class: division of huge BigInts
// timeout: 120
async () => { const a = 3n ** 500000n, b = 7n ** 100000n; let c = 0n; for (;;) c += a % (b + c); }
