// expect: error /recursion limit|used up/
// class: a toJSON that stringifies itself
async () => { const o = { toJSON() { return JSON.stringify(this); } }; JSON.stringify(o); return "survived"; }
