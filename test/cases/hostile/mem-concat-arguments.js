// expect: error /memory limit|length|size/i
// class: concat of a text with itself many times
async () => { let s = "x".repeat(1000); for (;;) s = s.concat(s, s, s, s, s, s); }
