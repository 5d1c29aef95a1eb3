// expect: error /memory limit|length|size/i | timeout
// class: one dense array of ten million, in one native operation
// timeout: 120
async () => new Array(1e7).fill({}).length
