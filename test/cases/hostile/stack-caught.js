// expect: error /recursion limit/
// class: catching the overflow, and going on
// logs: ["before"]
async () => { console.log("before"); const f = () => { try { f(); } catch { return 1; } finally { console.log("finally"); } }; f(); return "survived"; }
