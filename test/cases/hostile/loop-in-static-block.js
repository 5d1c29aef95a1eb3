// expect: timeout
// class: a class static block
// timeout: 120
async () => { class A { static { for (;;) {} } } return 1; }
