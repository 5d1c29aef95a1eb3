// expect: error /memory limit|length|size/i
// class: a replacement that holds what is around it
async () => { let s = "x-x"; for (;;) s = s.replace("-", "$`-$'"); }
