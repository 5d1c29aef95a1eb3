// expect: timeout
// class: backtracking in split()
// timeout: 200
async () => ("a".repeat(50) + "!").split(/(?:a+)+$/)
