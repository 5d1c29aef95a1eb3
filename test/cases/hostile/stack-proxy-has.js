// expect: error /recursion limit|used up/
// class: a has trap that asks itself
async () => { const p = new Proxy({}, { has: (t, k) => k in p }); return "a" in p; }
