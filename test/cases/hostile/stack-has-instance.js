// expect: error /recursion limit|used up/
// class: Symbol.hasInstance that asks itself
async () => { const o = { [Symbol.hasInstance](v) { return v instanceof o; } }; return 1 instanceof o; }
