// expect: error /memory limit|length|size/i | timeout
// class: an array spread into itself
// timeout: 120
async () => { let a = [1]; for (;;) a = [...a, ...a]; }
