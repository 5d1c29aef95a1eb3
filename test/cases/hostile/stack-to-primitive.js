// expect: error /recursion limit/
// class: Symbol.toPrimitive that converts itself
async () => { const o = { [Symbol.toPrimitive]() { return +this; } }; return +o; }
