// expect: timeout | error /./
// class: the errors of an AggregateError never end
// timeout: 120
async () => { const e = new AggregateError([], "x"); Object.defineProperty(e, "errors", { get() { for (;;) {} } }); throw e; }
