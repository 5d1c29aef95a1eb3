// expect: error /first/
// class: an AggregateError of an AggregateError
async () => { throw new AggregateError([new AggregateError([new Error("inner")], "first"), new Error("second")], "all failed"); }
