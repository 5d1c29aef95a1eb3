// expect: error /memory limit|length|size/i
// class: a text that doubles
async () => { let s = "x"; for (;;) s += s; }
