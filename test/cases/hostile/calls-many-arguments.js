// expect: error /./ | value 200 | timeout
// class: a hundred thousand arguments
async () => (await apis.t.request({ method: "GET", path: "/one" }, ...new Array(100000).fill(1))).status
