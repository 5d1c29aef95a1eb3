// expect: error /memory limit/ | timeout
// class: copies by way of JSON, kept
// timeout: 120
async () => { const o = { a: Array.from({ length: 1000 }, (_, i) => ({ i, s: "x".repeat(20) + i })) }; const keep = []; for (;;) keep.push(JSON.parse(JSON.stringify(o))); }
