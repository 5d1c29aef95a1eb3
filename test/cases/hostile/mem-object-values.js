// expect: error /memory limit/
// class: ever new properties of one object
async () => { const o = {}, x = "x".repeat(5e4); for (let i = 0; ; i++) o["k" + i] = x + i; }
