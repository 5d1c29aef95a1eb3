// expect: error /memory limit/
// class: WeakMap entries whose keys are alive through each other
async () => { const m = new WeakMap(), x = "x".repeat(5e4); let k = {}; for (let i = 0; ; i++) { const n = { x: x + i }; m.set(n, k); k = n; } }
