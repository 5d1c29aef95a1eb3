// expect: timeout | error /memory limit/
// class: flat of an array that holds itself many times over
// timeout: 120
async () => { let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a.flat(Infinity).length; }
