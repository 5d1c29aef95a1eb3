// expect: timeout
// class: a proxy whose ownKeys trap never returns
// timeout: 200
async () => new Proxy({}, { get: () => undefined, ownKeys() { for (;;) {} } })
