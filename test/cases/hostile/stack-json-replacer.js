// expect: error /recursion limit|used up/
// class: a replacer that stringifies
async () => { const f = () => JSON.stringify([1], f); f(); return "survived"; }
