// expect: error /memory limit/ | timeout
// class: an array that is made dense from its far end
// timeout: 120
async () => { const a = []; for (let i = 1e7; i >= 0; i--) a[i] = i; return a.length; }
