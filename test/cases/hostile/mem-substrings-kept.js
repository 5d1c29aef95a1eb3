// expect: error /memory limit/ | timeout
// class: slices kept alive
// timeout: 120
async () => { const keep = [], s = "xy".repeat(1e5); for (let i = 0; ; i++) keep.push(s.slice(i % 9)); }
