// expect: value [2,3,1]
// class: a reply is the guest's own to change
async () => { const r = await apis.t.request({ method: "GET", path: "/list" }); r.body.push(r.body.shift()); return r.body; }
