// expect: error /./
// class: throw a symbol
async () => { throw Symbol("s"); }
