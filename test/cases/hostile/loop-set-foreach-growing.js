// expect: timeout | error /memory limit/
// class: for-of over a set that gets a new member by each step
// timeout: 120
async () => { const s = new Set([0]); for (const v of s) s.add(v + 1); return s.size; }
