// expect: timeout | value 1
// class: lines that are dropped cost nothing
async () => { let s = "0123456789"; while (s.length < 1e6) s += s; for (let i = 0; i < 200; i++) console.log(s + i); return 1; }
