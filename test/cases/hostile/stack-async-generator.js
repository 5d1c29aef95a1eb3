// expect: error /recursion limit|used up|memory limit/ | timeout
// class: async generators that delegate to themselves
async () => { async function* g() { yield* g(); } return g().next(); }
