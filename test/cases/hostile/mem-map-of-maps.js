// expect: error /memory limit/
// class: maps in maps
async () => { const x = "x".repeat(2e4); let m = new Map(); for (let i = 0; ; i++) m = new Map([[i, m], ["x", x + i]]); }
