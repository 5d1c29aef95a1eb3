// expect: error /recursion limit|used up/
// class: a species that maps
async () => { const a = [1]; a.constructor = { get [Symbol.species]() { return a.map((x) => x).constructor; } }; a.map((x) => x); return "survived"; }
