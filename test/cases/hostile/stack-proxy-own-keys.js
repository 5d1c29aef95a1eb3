// expect: error /recursion limit|used up/
// class: an ownKeys trap that asks itself
async () => { const p = new Proxy({}, { ownKeys: () => Object.keys(p) }); return Object.keys(p); }
