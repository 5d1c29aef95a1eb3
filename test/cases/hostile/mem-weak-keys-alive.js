// expect: error /memory limit/
// class: a weak set whose members are kept
async () => { const x = "x".repeat(5e4), keep = [], s = new WeakSet(); for (let i = 0; ; i++) { const o = { x: x + i }; s.add(o); keep.push(o); } }
