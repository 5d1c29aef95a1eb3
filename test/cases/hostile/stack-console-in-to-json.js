// expect: error /recursion limit|used up/
// class: console.log of an object whose toJSON logs it
async () => { const o = { toJSON() { console.log(o); return 1; } }; console.log(o); return "survived"; }
