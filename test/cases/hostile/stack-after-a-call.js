// expect: error /recursion limit/
// class: recursion after the reply to a host call
async () => { await apis.t.request({ method: "GET", path: "/one" }); const f = () => f(); try { f(); } catch {} return "survived"; }
