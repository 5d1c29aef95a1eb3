// expect: error /memory limit/ | timeout
// class: ever new keys of one object, each of them long
// timeout: 120
async () => { const o = {}, x = "x".repeat(5e3); for (let i = 0; ; i++) o[x + i] = i; }
