// expect: value {}
// class: a generator that would never end is an object without keys
async () => (function* () { for (;;) yield 1; })()
