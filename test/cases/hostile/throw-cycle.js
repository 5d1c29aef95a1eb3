// expect: error /./
// class: throw a cyclic object
async () => { const o = {}; o.o = o; throw o; }
