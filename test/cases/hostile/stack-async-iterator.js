// expect: error /recursion limit|memory limit/ | timeout
// class: for await over an iterable that iterates itself
async () => { const it = { async *[Symbol.asyncIterator]() { for await (const x of it) yield x; } }; for await (const _ of it); }
