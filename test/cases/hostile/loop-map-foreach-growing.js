// expect: timeout | error /memory limit/
// class: forEach over a map that gets a new key by each step
// timeout: 120
async () => { const m = new Map([[0, 0]]); m.forEach((_, k) => { m.delete(k); m.set(k + 1, 0); }); return m.size; }
