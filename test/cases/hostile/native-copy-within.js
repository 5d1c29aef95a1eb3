// expect: timeout
// class: copyWithin over a huge array-like
// timeout: 120
async () => Array.prototype.copyWithin.call({ length: 2 ** 53 - 1 }, 1, 0)
