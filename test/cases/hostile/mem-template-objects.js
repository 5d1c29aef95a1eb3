// expect: error /memory limit/ | timeout
// class: cooked templates kept by their tag
async () => { const keep = [], s = "x".repeat(5e4); const tag = (strings, ...values) => keep.push(strings, values); for (let i = 0; ; i++) tag`a${s + i}b`; }
