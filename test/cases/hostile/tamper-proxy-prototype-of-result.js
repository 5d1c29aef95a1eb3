// expect: value {"a":1}
// class: a result whose prototype is a proxy that throws
async () => Object.assign(Object.create(new Proxy({}, { get: (t, k) => { if (k === "toJSON" || k === "then") return undefined; throw new Error("x"); } })), { a: 1 })
