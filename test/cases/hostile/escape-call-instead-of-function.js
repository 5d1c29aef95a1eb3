// expect: error /./
// class: a call where a function is expected: it would run while it is compiled
(() => { for (;;) {} })()
