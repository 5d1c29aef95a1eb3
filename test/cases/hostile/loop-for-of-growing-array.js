// expect: timeout | error /memory limit/
// class: for-of over an array that grows by each step
// timeout: 120
async () => { const a = [1]; for (const x of a) a.push(x); return a.length; }
