// expect: timeout
// class: backtracking in split()
// timeout: 300
async () => ("a".repeat(50) + "!").split(/(?:a+)+$/)
