// expect: error /memory limit|BigInt|size|range/i | timeout
// class: BigInt.asUintN with a huge width of a negative number
async () => BigInt.asUintN(2 ** 53 - 1, -1n)
