// expect: error /recursion limit|used up/
// class: an exec that tests itself
async () => { const r = /a/; r.exec = function () { return this.test("a"); }; return r.test("a"); }
