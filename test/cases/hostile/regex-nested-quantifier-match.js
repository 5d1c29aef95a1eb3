// expect: timeout
// class: backtracking in match()
// timeout: 200
async () => "a".repeat(50).match(/(a*)*b/)
