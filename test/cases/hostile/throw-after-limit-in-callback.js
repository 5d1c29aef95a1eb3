// expect: error /memory limit/
// class: a callback of sort that fills the memory and throws
async () => { const keep = [], s = "x".repeat(1e5); [3, 2, 1].sort(() => { for (;;) keep.push(s + keep.length); }); }
