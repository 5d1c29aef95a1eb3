// expect: error /memory limit/
// class: the lines before a limit are kept
// logs: ["before","still before"]
async () => { console.log("before"); console.warn("still before"); const keep = [], s = "x".repeat(1e5); for (;;) keep.push(s + keep.length); }
