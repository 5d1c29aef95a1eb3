// expect: error /memory limit/ | timeout
// class: parsed copies kept alive
// timeout: 120
async () => { const t = JSON.stringify("0123456789".repeat(1e4)); const keep = []; for (;;) keep.push(JSON.parse(t)); }
