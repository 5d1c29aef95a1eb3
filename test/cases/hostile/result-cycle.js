// expect: error /circular|cycl/i
// class: a cycle through an array
async () => { const o = { list: [] }; o.list.push({ o }); return o; }
