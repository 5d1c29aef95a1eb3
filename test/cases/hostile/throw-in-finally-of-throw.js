// expect: error /second/
// class: the second throw replaces the first
async () => { try { throw new Error("first"); } finally { throw new Error("second"); } }
