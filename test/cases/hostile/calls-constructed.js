// expect: error /constructor|callable/i
// class: a host function as a constructor
async () => new apis.t.request({ method: "GET", path: "/one" })
