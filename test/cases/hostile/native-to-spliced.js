// expect: timeout | error /length|range|memory limit|exceed/i
// class: copying array methods over a huge length
// timeout: 120
async () => Array.prototype.toSpliced.call({ length: 2 ** 32 - 2 }, 0, 0, 1).length
