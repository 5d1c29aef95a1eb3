// expect: error /./
// class: two functions where one is expected
async () => 1, async () => 2
