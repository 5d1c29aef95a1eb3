// expect: timeout | value 3
// class: for-in over an object that grows meanwhile
async () => { const o = { a: 1, b: 2, c: 3 }; let n = 0; for (const k in o) { o["x" + k + n] = 1; n++; } return n; }
