// expect: error /memory limit/
// class: iterators kept alive, and what they iterate over
async () => { const keep = [], s = "x".repeat(5e4); for (let i = 0; ; i++) keep.push([s + i][Symbol.iterator](), new Map([[1, s + i]]).entries()); }
