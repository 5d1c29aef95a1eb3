// expect: error /recursion limit|used up/
// class: a constructor that constructs itself
async () => { class A { constructor() { this.a = new A(); } } new A(); return "survived"; }
