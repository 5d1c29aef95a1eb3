// expect: error /large|limit|exceeded|memory|BigInt/i | timeout
// class: a BigInt of ten million digits
// timeout: 200
async () => 10n ** 10000000n
