// expect: value "1,"
// class: join of an array that holds itself
async () => { const a = [1]; a.push(a); return a.join(); }
