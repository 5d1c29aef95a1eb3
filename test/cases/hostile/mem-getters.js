// expect: error /memory limit/
// class: accessors with closures
async () => { const o = {}, s = "x".repeat(5e4); for (let i = 0; ; i++) { const y = s + i; Object.defineProperty(o, "k" + i, { get: () => y, enumerable: true }); } }
