// expect: error /memory limit/
// class: closures over parameters
async () => { const keep = [], s = "x".repeat(5e4); const f = (a, b = () => a) => b; for (let i = 0; ; i++) keep.push(f(s + i)); }
