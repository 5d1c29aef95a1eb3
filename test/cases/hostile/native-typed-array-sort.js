// expect: timeout | value 0 | error /memory limit/
// class: sort of a large typed array with a comparator that is never done
// timeout: 120
async () => new Float64Array(1e6).sort(() => { for (;;) {} })[0]
