// expect: timeout
// class: reverse over a proxy that claims to be huge
// timeout: 120
async () => Array.prototype.reverse.call(new Proxy({}, { get: (_, k) => (k === "length" ? 2 ** 53 - 1 : 1), has: () => false }))
