// expect: error /recursion limit|used up/
// class: Object.assign of an object whose getter assigns
async () => { const o = { get a() { return Object.assign({}, o); } }; Object.assign({}, o); return "survived"; }
