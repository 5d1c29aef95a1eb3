// expect: error /recursion limit/
// class: a function that calls itself
async () => { const f = (n) => f(n + 1) + 1; return f(0); }
