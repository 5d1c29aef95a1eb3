// expect: error /recursion limit|used up/
// class: generators that delegate to themselves
async () => { function* g() { yield* g(); } return g().next(); }
