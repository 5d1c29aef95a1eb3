// expect: error /generator|running|executing/i
// class: a generator that resumes itself
async () => { let it; function* g() { it.next(); yield 1; } it = g(); return it.next(); }
