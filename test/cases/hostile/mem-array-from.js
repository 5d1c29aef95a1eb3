// expect: error /memory limit|length|size/i | timeout
// class: Array.from of a length, in one native operation
// timeout: 120
async () => Array.from({ length: 1e8 }).length
