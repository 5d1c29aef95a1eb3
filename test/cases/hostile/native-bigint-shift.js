// expect: error /memory limit|BigInt|size|range/i
// class: a shift by more than any memory
async () => 1n << (2n ** 40n)
