// expect: timeout | error /memory limit/
// class: a set from a huge array-like by way of its iterator
// timeout: 120
async () => new Set(Array.prototype.values.call({ length: 2 ** 53 - 1 })).size
