// expect: error /large|limit|exceeded|memory/i | timeout
// class: an object with very many keys
// timeout: 120
async () => { const o = {}; for (let i = 0; ; i++) { o["k" + i] = i; if (i > 4e6) return o; } }
