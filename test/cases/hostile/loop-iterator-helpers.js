// expect: timeout | error /not a function|not callable/i
// class: lazy iterator helpers over an endless generator
// timeout: 120
async () => { function* g() { for (;;) yield 1; } return g().filter(() => false).next(); }
