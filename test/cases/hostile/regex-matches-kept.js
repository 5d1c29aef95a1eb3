// expect: error /memory limit/ | timeout
// class: match results kept alive
// timeout: 120
async () => { const keep = []; const s = "ab".repeat(1000); for (;;) keep.push([...s.matchAll(/(a)(b)/g)]); }
