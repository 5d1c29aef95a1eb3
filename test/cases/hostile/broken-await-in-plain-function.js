// expect: error /./ | value 200
// class: await in a function that is not async
() => { return (await apis.t.request({ method: "GET", path: "/one" })).status; }
