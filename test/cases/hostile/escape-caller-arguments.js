// expect: value ["no","no"]
// class: no function tells who called it
async () => { function f() { const out = []; for (const k of ["caller", "arguments"]) { try { out.push(f[k] == null ? "no" : "yes"); } catch { out.push("no"); } } return out; } return f(); }
