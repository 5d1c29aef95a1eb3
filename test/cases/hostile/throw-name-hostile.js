// expect: error /mine/
// class: a name that throws when it is read
async () => { const e = new Error("mine"); Object.defineProperty(e, "name", { get() { throw new Error("name"); } }); throw e; }
