// expect: error /recursion limit|used up/
// class: sort of a typed array whose comparator sorts
async () => { const f = () => { new Uint8Array([2, 1]).sort(f); return 0; }; f(); return "survived"; }
