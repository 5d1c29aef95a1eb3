// expect: error /memory limit|alloc|range|length|size/i
// class: a typed array of a billion, in one native operation
async () => new Float64Array(1e9).length
