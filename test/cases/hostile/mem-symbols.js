// expect: error /memory limit/
// class: symbols with descriptions, kept as keys
async () => { const o = {}, x = "x".repeat(5e4); for (let i = 0; ; i++) o[Symbol(x + i)] = i; }
