// expect: error /memory limit/
// class: a prototype chain without an end
async () => { let o = {}; const s = "e".repeat(5e4); for (let i = 0; ; i++) { o = Object.create(o); o["k" + i] = s + i; } }
