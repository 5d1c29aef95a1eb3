// expect: error /memory limit/
// class: pending promises with reactions
async () => { const p = new Promise(() => {}), x = "x".repeat(5e4); for (let i = 0; ; i++) { const y = x + i; p.then(() => y); } }
