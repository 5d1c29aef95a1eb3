// expect: error /trap/
// class: a proxy whose traps throw
async () => new Proxy({}, { ownKeys() { throw new Error("trap"); } })
