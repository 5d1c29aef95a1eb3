// expect: timeout | error /memory limit|length|argument/i
// class: Reflect.apply with an argument list that is a proxy
async () => Reflect.apply(Math.max, null, new Proxy({}, { get: (_, k) => (k === "length" ? 2 ** 31 : 1) }))
