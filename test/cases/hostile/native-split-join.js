// expect: timeout | error /memory limit|length|size/i | value 3
// class: split and join of millions of parts
// timeout: 120
async () => { let s = "a,b,c"; for (let i = 0; i < 30; i++) s = s.split(",").join(",a,"); return s.length; }
