// expect: error /memory limit/
// class: each match result keeps the text that it is of
async () => { const keep = [], s = "x".repeat(5e4); for (let i = 0; ; i++) keep.push(/^x/.exec(s + i)); }
