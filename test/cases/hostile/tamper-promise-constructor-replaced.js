// expect: value 200
// class: Promise replaced
async () => { globalThis.Promise = class { then() { for (;;) {} } }; return (await apis.t.request({ method: "GET", path: "/one" })).status; }
