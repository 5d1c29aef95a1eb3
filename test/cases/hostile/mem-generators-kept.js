// expect: error /memory limit/
// class: suspended generators
async () => { const keep = [], s = "x".repeat(5e4); function* g(x) { yield 1; yield x; } for (let i = 0; ; i++) { const it = g(s + i); it.next(); keep.push(it); } }
