// expect: error /length|range/i
// class: a length that changes its mind between two conversions
async () => { let n = 0; const a = []; a.length = { valueOf() { return n++; } }; return a.length; }
