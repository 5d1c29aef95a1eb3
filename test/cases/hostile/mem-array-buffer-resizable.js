// expect: error /memory limit|alloc|range|length|size/i | timeout
// class: a resizable buffer that grows
async () => { const b = new ArrayBuffer(8, { maxByteLength: 2 ** 31 }); for (let n = 8; ; n *= 2) b.resize(n); }
