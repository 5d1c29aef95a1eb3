// expect: error /memory limit/ | timeout
// class: objects that hold all keys of their predecessors, kept
// timeout: 120
async () => { const keep = [], s = "x".repeat(5e4); let o = {}; for (let i = 0; ; i++) keep.push((o = { ...o, ["k" + i]: s + i })); }
