// expect: error /memory limit/
// class: suspended async functions
async () => { const p = new Promise(() => {}), s = "x".repeat(5e4); const f = async (x) => { await p; return x; }; for (let i = 0; ; i++) f(s + i); }
