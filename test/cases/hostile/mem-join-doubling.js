// expect: error /memory limit|length|size/i
// class: join of a text with itself
async () => { let s = "x"; for (;;) s = [s, s, s].join(s); }
