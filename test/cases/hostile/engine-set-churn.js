// expect: value 10000
// class: a member that is deleted and added again while the set is iterated
async () => { const s = new Set([1]); let n = 0; for (const v of s) { s.delete(v); if (++n < 10000) s.add(v); } return n; }
