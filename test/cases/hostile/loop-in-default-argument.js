// expect: timeout
// class: a default argument's initialiser, with no body to speak of
// timeout: 120
async () => ((a = (() => { for (;;) {} })()) => a)()
