// expect: error /memory limit/
// class: array growth
async () => { const a = [], x = "x".repeat(5e4); for (;;) a.push(x + a.length); }
