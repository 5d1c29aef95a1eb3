// expect: timeout
// class: concat with a species whose constructor never returns
// timeout: 120
async () => { const a = [1]; a.constructor = { [Symbol.species]: function () { for (;;) {} } }; return a.concat([2]); }
