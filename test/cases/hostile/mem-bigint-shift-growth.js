// expect: error /memory limit|BigInt|size/i | timeout
// class: BigInts kept alive
async () => { const keep = []; for (let i = 1n; ; i++) keep.push(1n << (i * 1000n)); }
