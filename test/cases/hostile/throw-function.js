// expect: error /./
// class: throw a function
async () => { throw function boom() {}; }
