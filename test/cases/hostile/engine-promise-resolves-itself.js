// expect: error /self|itself|cycl|chain|resol/i
// class: a promise resolved with itself
async () => { let r; const p = new Promise((resolve) => { r = resolve; }); r(p); return p; }
