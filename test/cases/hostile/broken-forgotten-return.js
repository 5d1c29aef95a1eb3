// expect: value null
// class: an arrow with a block and no return
async () => { await apis.t.request({ method: "GET", path: "/one" }); }
