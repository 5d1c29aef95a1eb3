// expect: timeout | error /large|limit|exceeded|memory|length/i
// class: a proxy of an array that claims a huge length
async () => new Proxy([], { get: (t, k) => (k === "length" ? 2 ** 53 - 1 : k === "then" || k === "toJSON" ? undefined : 1) })
