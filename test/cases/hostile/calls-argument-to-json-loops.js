// expect: timeout
// class: a toJSON of an argument never returns
// timeout: 120
async () => await apis.t.request({ method: "GET", path: "/one", body: { toJSON() { for (;;) {} } } })
