// expect: error /recursion limit|used up/
// class: a reviver that parses
async () => { const f = () => JSON.parse("[1]", f); f(); return "survived"; }
