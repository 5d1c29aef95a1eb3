// expect: timeout | error /length|argument|range|memory limit|stack/i
// class: apply with a length that is larger than any stack
async () => String.fromCharCode.apply(null, { length: 2 ** 32 - 1 }).length
