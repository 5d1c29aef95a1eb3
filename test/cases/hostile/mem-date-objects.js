// expect: error /memory limit/ | timeout
// class: dates kept alive
// timeout: 120
async () => { const keep = []; for (let i = 0; ; i++) keep.push(new Date(i)); }
