// expect: timeout
// class: backtracking in match()
// timeout: 120
async () => "a".repeat(50).match(/(a*)*b/)
