// expect: timeout | value 0
// class: quadratic work in native code: shift of a long array until it is empty
// timeout: 120
async () => { const a = new Array(2e5).fill(0); while (a.length) a.shift(); return a.length; }
