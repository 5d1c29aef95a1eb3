// expect: error /memory limit|stack|argument|length/i | timeout | value 3000000
// class: a call with millions of arguments
// timeout: 120
async () => { const a = new Array(3e6).fill(1); return ((...r) => r.length)(...a); }
