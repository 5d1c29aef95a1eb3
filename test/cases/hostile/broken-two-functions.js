// expect: error /./
// class: two statements
async () => 1; async () => 2
