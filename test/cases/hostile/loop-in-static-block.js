// expect: timeout
// class: a class static block
// timeout: 300
async () => { class A { static { for (;;) {} } } return 1; }
