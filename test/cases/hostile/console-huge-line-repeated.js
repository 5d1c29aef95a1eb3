// expect: timeout | error /memory limit/ | value 1
// class: long lines, one after the other
async () => { const s = "x".repeat(5e5); for (let i = 0; i < 1e5; i++) console.log(s, s, s, i); return 1; }
