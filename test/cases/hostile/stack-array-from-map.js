// expect: error /recursion limit|used up/
// class: Array.from whose mapper is Array.from
async () => { const f = () => Array.from([1], f); f(); return "survived"; }
