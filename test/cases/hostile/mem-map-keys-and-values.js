// expect: error /memory limit/
// class: Map growth by keys and values
async () => { const m = new Map(), x = "x".repeat(5e4); for (let i = 0; ; i++) m.set([x + i], [i + x]); }
