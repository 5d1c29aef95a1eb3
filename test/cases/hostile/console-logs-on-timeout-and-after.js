// expect: value ["x"]
// class: a logged array changes afterwards: the line does not
// logs: ["[\"x\"]"]
async () => { const a = ["x"]; console.log(a); a[0] = "x"; return a; }
