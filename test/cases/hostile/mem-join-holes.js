// expect: error /memory limit|length|size/i
// class: join of holes with a long separator, in one native operation
async () => new Array(1e7).join("0123456789").length
