// expect: value "finally"
// class: a return in finally swallows what was thrown
async () => { const f = () => { try { throw new Error("lost"); } finally { return "finally"; } }; return f(); }
