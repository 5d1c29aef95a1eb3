// expect: error /recursion limit|used up/ | timeout
// class: a proxy that is its own prototype by its trap
// timeout: 120
async () => { const p = new Proxy({}, { getPrototypeOf: () => p }); return p instanceof Array; }
