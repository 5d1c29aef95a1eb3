// expect: timeout
// class: backtracking in match()
// timeout: 300
async () => "a".repeat(50).match(/(a*)*b/)
