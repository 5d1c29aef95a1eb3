// expect: timeout
// class: no statement at all: mutual recursion through a trampoline in a while condition
// timeout: 120
async () => { let f = () => g, g = () => f, x = f; while ((x = x())); }
