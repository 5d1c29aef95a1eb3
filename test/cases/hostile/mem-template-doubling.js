// expect: error /memory limit|length|size/i
// class: a template that holds its predecessor twice
async () => { let s = "x"; for (;;) s = `${s}${s}`; }
