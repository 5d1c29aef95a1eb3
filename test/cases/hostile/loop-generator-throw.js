// expect: timeout
// class: a generator that catches whatever is thrown into it
// timeout: 120
async () => { function* g() { for (;;) { try { yield; } catch {} } } const it = g(); it.next(); for (;;) it.throw(new Error("x")); }
