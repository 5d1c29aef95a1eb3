// expect: error /memory limit/
// class: a chain of proxies
async () => { let p = {}; const s = "e".repeat(5e4); for (let i = 0; ; i++) p = new Proxy(p, { s: s + i }); }
