// expect: error /./ | timeout
// class: throw an object with a million keys
async () => { const o = {}; for (let i = 0; i < 1e5; i++) o["k" + i] = i; throw o; }
