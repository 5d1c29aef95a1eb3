// expect: value [1,null,null] | value [1]
// class: an element's toJSON that empties the array
async () => { const a = [{ toJSON() { a.length = 0; return 1; } }, 2, 3]; return a; }
