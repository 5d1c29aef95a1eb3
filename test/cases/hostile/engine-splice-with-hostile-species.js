// expect: error /./
// class: a species constructor that returns something else
async () => { const a = [1, 2, 3]; a.constructor = { [Symbol.species]: function () { return Object.freeze([]); } }; return a.splice(0, 2); }
