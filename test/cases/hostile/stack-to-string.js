// expect: error /recursion limit/
// class: toString that makes a text of itself
async () => { const o = { toString() { return `${this}`; } }; return "" + o; }
