// expect: error /recursion limit|used up|callable/
// class: Object.groupBy whose callback groups
async () => { const f = () => Object.groupBy([1], f); f(); return "survived"; }
