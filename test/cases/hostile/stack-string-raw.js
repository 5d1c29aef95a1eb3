// expect: error /recursion limit|used up/
// class: String.raw over parts that are String.raw
async () => { const o = { raw: { length: 1, get 0() { return String.raw(o); } } }; return String.raw(o); }
