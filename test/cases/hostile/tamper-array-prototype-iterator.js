// expect: value [1,2,3]
// class: the iterator of arrays replaced
async () => { Array.prototype[Symbol.iterator] = function* () { yield "pwned"; }; return (await apis.t.request({ method: "GET", path: "/list" })).body; }
