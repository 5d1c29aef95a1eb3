// expect: error /recursion limit|used up|memory limit/ | timeout | value null
// class: a read through a long prototype chain
// timeout: 120
async () => { let o = {}; for (let i = 0; i < 300000; i++) o = Object.create(o); return o.missing ?? null; }
