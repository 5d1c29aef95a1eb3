// expect: timeout | error /memory limit/
// class: upper case makes three letters of one, and the next step again
// timeout: 120
async () => { let s = "\u0390".repeat(1e5); for (;;) s = s.toUpperCase() + s.toLowerCase(); }
