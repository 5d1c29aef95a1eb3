// expect: timeout
// class: backtracking inside a lookahead
// timeout: 120
async () => /(?=(a+)+b)a/.test("a".repeat(60))
