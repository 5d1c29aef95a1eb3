// expect: error /large|limit|exceeded|memory|BigInt/i | timeout
// class: a BigInt of ten million digits
// timeout: 120
async () => 10n ** 10000000n
