// expect: error /recursion limit|used up|memory limit/ | value null
// class: a read through a hundred thousand proxies
async () => { let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); return p.a ?? null; }
