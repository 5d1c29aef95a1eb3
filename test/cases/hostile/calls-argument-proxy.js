// expect: error /trap/
// class: an argument whose every trap throws
async () => { const bad = () => { throw new Error("trap"); }; return await apis.t.request(new Proxy({}, { get: bad, has: bad, ownKeys: bad, getOwnPropertyDescriptor: bad })); }
