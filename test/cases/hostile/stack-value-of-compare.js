// expect: error /recursion limit/
// class: valueOf inside a comparison
async () => { const o = { valueOf() { return this < 1 ? 1 : 0; } }; return o < 1; }
