// expect: value [null,null,8640000000000000]
// class: dates at and beyond the edge
async () => [new Date(NaN).getTime(), new Date(8.64e15 + 1).getTime(), new Date(8.64e15).getTime()]
