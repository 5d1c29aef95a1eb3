// expect: error /recursion limit|used up/
// class: a getter of the result recurses
async () => ({ get a() { return this.a; } })
