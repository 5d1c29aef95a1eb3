// expect: error /recursion limit/
// class: a setter that sets itself
async () => { const o = { set a(v) { this.a = v; } }; o.a = 1; return "survived"; }
