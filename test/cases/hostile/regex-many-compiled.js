// expect: timeout | error /memory limit/
// class: patterns kept alive
// timeout: 120
async () => { const keep = []; for (let i = 0; ; i++) keep.push(new RegExp("(a|b|c|d)*[x-z]{1,9}" + i)); }
