// expect: timeout | error /syntax|lookbehind|invalid/i
// class: backtracking inside a lookbehind
// timeout: 200
async () => /(?<=b(a+)+)c/.test("a".repeat(60) + "c")
