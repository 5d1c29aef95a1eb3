// expect: error /memory limit/ | timeout
// class: ten thousand rows of ten thousand
// timeout: 120
async () => Array.from({ length: 1e4 }, () => new Array(1e4).fill(0)).length
