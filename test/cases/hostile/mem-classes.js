// expect: error /memory limit/
// class: classes made at run time
async () => { let A = class {}; const s = "x".repeat(5e4); for (let i = 0; ; i++) { const B = A, y = s + i; A = class extends B { static x = y; }; } }
