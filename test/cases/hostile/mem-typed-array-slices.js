// expect: error /memory limit/ | timeout
// class: copies of a typed array kept alive
async () => { const keep = [], t = new Uint8Array(1e5); for (;;) keep.push(t.slice()); }
