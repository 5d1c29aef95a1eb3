// expect: value 2000
// class: two thousand frames are no attack
async () => { const f = (n) => (n === 0 ? 0 : 1 + f(n - 1)); return f(2000); }
