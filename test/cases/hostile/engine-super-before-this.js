// expect: error /super|this|initial/i
// class: this before super()
async () => { class A {} class B extends A { constructor() { this.x = 1; super(); } } return new B().x; }
