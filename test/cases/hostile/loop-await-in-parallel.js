// expect: timeout
// class: a thousand async loops at once
// timeout: 120
async () => { const f = async () => { for (;;) await null; }; await Promise.all(Array.from({ length: 1000 }, f)); }
