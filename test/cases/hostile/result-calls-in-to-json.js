// expect: value {"status":200}
// class: a host call from toJSON, while the result is read
async () => ({ toJSON() { return apis.t.request({ method: "GET", path: "/one" }).then((r) => ({ status: r.status })); } })
