// expect: timeout
// class: backtracking with flags u and i
// timeout: 120
async () => /^(\p{L}+)+\d$/iu.test("\u00e9".repeat(50))
