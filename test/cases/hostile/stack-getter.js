// expect: error /recursion limit/
// class: a getter that reads itself
async () => ({ get a() { return this.a; } }).a
