// expect: error /memory limit/
// class: Set growth
async () => { const s = new Set(), x = "x".repeat(5e4); for (let i = 0; ; i++) s.add([x + i]); }
