// expect: error /memory limit/
// class: a chain of causes
async () => { let e = new Error("0"); const s = "e".repeat(5e4); for (let i = 1; ; i++) e = new Error(s + i, { cause: e }); }
