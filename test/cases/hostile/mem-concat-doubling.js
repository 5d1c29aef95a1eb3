// expect: error /memory limit|length|size/i | timeout
// class: an array concatenated with itself
// timeout: 120
async () => { let a = [1]; for (;;) a = a.concat(a); }
