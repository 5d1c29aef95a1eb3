// expect: value 1
// class: a failed call that nobody awaits
async () => { apis.t.request({ method: "GET", path: "/raise" }); return 1; }
