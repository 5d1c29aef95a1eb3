// expect: timeout | error /syntax|lookbehind|invalid/i
// class: backtracking inside a lookbehind
// timeout: 120
async () => /(?<=b(a+)+)c/.test("a".repeat(60) + "c")
