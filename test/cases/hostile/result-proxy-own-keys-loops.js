// expect: timeout
// class: a proxy whose ownKeys trap never returns
// timeout: 120
async () => new Proxy({}, { get: () => undefined, ownKeys() { for (;;) {} } })
