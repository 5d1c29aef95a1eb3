// expect: value 200
// class: a host function taken from its object
async () => { const { request } = apis.t; return (await request.call({ hostile: true }, { method: "GET", path: "/one" })).status; }
