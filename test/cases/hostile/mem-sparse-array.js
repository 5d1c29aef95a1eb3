// expect: error /memory limit/
// class: a sparse array with far indices
async () => { const a = [], x = "x".repeat(5e4); for (let i = 0; ; i++) a[(i * 7919) % 4294967291] = x + i; }
