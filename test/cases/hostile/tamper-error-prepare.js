// expect: error /real/
// class: the hooks that other engines have for stacks
async () => { Error.stackTraceLimit = Infinity; Error.captureStackTrace = () => { throw 1; }; Error.prepareStackTrace = () => { for (;;) {} }; throw new Error("real"); }
