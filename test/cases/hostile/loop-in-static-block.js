// expect: timeout
// class: a class static block
// timeout: 200
async () => { class A { static { for (;;) {} } } return 1; }
