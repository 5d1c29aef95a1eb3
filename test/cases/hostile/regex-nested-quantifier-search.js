// expect: timeout
// class: backtracking in search()
// timeout: 200
async () => ("a".repeat(50) + "!").search(/^(([a-z])+.)+[A-Z]([a-z])+$/)
