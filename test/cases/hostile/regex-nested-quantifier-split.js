// expect: timeout
// class: backtracking in split()
// timeout: 120
async () => ("a".repeat(50) + "!").split(/(?:a+)+$/)
