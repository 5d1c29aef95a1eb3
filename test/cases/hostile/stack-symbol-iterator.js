// expect: error /recursion limit|used up/
// class: an iterator whose iterator spreads itself
async () => { const o = { [Symbol.iterator]() { return [...this]; } }; return [...o]; }
