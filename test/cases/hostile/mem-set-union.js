// expect: error /memory limit|callable/ | timeout
// class: unions of ever larger sets, kept
async () => { const keep = []; let s = new Set([0]); for (let i = 1; ; i++) keep.push((s = s.union(new Set([i])))); }
