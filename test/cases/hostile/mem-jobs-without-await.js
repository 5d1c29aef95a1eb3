// expect: error /memory limit/
// class: promise jobs queued without ever returning to the loop
async () => { const p = Promise.resolve(), x = "x".repeat(5e4); for (let i = 0; ; i++) { const y = x + i; p.then(() => y); } }
