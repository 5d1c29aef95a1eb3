// expect: error /memory limit/ | timeout
// class: errors with their stacks, from some depth, kept
// timeout: 120
async () => { const keep = [], s = "e".repeat(5e4); const f = (n) => (n ? f(n - 1) : keep.push(new Error(s + keep.length).stack)); for (;;) f(20); }
