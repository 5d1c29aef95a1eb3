// expect: timeout | value -1
// class: native loop over the holes of a real array
// timeout: 120
async () => { const a = []; a.length = 2 ** 32 - 1; return a.indexOf(1); }
