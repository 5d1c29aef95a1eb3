// expect: error /recursion limit|used up/
// class: two objects that are each other's prototype by way of a proxy
async () => { const a = {}; const p = new Proxy(a, {}); Object.setPrototypeOf(a, p); a.missing = 1; return "survived"; }
