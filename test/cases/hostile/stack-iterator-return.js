// expect: error /recursion limit|used up/
// class: return() of an iterator that leaves a loop over itself
async () => { const it = { [Symbol.iterator]: () => it, next: () => ({ done: false }), return() { for (const _ of it) break; return {}; } }; for (const _ of it) break; return "survived"; }
