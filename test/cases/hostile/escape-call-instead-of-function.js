// expect: timeout
// class: a call instead of a function: it is the program
// timeout: 120
(() => { for (;;) {} })()
