// expect: error /undefined|null/
// class: a property of what is not there
async () => { const r = await apis.t.request({ method: "GET", path: "/one" }); return r.body.items.map((x) => x.id); }
