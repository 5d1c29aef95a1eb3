// expect: error /recursion limit|used up/
// class: sort whose comparator sorts
async () => { const f = () => { [1, 2].sort(f); return 0; }; f(); return "survived"; }
