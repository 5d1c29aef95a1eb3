// expect: value 200 | error /./
// class: a promise as an argument
async () => (await apis.t.request({ method: "GET", path: "/one", body: Promise.resolve(1) })).status
