// expect: error /memory limit/ | timeout
// class: registered symbols, which nothing frees within a run
// timeout: 120
async () => { const x = "x".repeat(5e3); for (let i = 0; ; i++) Symbol.for(x + i); }
