// expect: timeout
// class: backtracking in search()
// timeout: 120
async () => ("a".repeat(50) + "!").search(/^(([a-z])+.)+[A-Z]([a-z])+$/)
