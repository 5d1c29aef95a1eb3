// expect: timeout
// class: a default argument's initialiser, with no body to speak of
// timeout: 200
async () => ((a = (() => { for (;;) {} })()) => a)()
