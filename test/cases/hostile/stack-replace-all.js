// expect: error /recursion limit|used up/
// class: replaceAll whose callback replaces
async () => { const f = () => "aa".replaceAll("a", f); f(); return "survived"; }
