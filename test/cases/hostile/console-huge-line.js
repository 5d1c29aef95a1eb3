// expect: value 1
// class: a line larger than all lines may be
// logs: ["… 1 more console line was dropped"]
async () => { let s = "0123456789"; while (s.length < 5e6) s += s; console.log(s); return 1; }
