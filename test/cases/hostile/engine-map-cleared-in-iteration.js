// expect: value [1]
// class: a map cleared while it is iterated
async () => { const m = new Map([[1, 1], [2, 2], [3, 3]]), seen = []; for (const [k] of m) { seen.push(k); m.clear(); } return seen; }
