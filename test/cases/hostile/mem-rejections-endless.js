// expect: error /memory limit/ | timeout
// class: rejections that nobody handles, without an end
// timeout: 120
async () => { const x = "x".repeat(5e3); for (let i = 0; ; i++) Promise.reject(new Error(x + i)); }
