// expect: timeout | error /mine/
// class: a stack that never ends
async () => { const e = new Error("mine"); Object.defineProperty(e, "stack", { get() { for (;;) {} } }); throw e; }
