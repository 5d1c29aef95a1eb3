// expect: error /recursion limit/
// class: a default argument that calls its own function
async () => { const f = (a = f()) => a; f(); return "survived"; }
