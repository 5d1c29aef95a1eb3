// expect: error /recursion limit/
// class: reading the message of what was thrown recurses
async () => { const e = new Error("x"); Object.defineProperty(e, "message", { get() { return this.message; } }); throw e; }
