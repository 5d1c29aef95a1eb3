// expect: value {} | error /./
// class: a generator function as the program
function* () { for (;;) yield 1; }
