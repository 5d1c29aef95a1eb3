// expect: timeout
// class: backtracking inside a lookahead
// timeout: 200
async () => /(?=(a+)+b)a/.test("a".repeat(60))
