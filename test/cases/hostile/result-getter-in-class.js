// expect: value {"own":1}
// class: accessors of a prototype are not read
async () => { class A { own = 1; get x() { for (;;) {} } } return new A(); }
