// expect: value 101
// class: number formatting at the edge of its range
async () => (1e21).toPrecision(100).length
