// expect: error /recursion limit|used up/
// class: replace whose callback replaces
async () => { const f = () => "ab".replace(/a/g, f); f(); return "survived"; }
