// expect: value {"a":1} | value {"a":1,"b":2} | value {"a":1,"b":null}
// class: a getter that deletes what is read next
async () => { const o = { get a() { delete o.b; return 1; }, b: 2 }; return o; }
