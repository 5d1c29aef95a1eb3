// expect: value [0,null,null]
// class: numbers that JSON does not have
async () => [-0, -Infinity, NaN]
