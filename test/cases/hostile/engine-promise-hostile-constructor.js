// expect: value 7 | error /./
// class: a promise with a constructor that is no constructor
async () => { const p = Promise.resolve(7); p.constructor = { [Symbol.species]: function (f) { f(() => {}, () => {}); } }; return await p; }
