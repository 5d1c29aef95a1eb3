// expect: error /null/
// class: throw null
async () => { throw null; }
