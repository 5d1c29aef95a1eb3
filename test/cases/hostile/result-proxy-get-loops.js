// expect: timeout
// class: a proxy whose get trap never returns
// timeout: 120
async () => new Proxy({ a: 1 }, { get: (t, k) => { if (k === "then" || k === "toJSON") return undefined; for (;;) {} } })
