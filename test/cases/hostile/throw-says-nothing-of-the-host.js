// expect: value ["host function failed",false]
// class: what the callback raised does not reach the guest
async () => { try { await apis.t.request({ method: "GET", path: "/raise" }); } catch (e) { return [e.message, /says no/.test(e.stack + JSON.stringify(e) + String(e.cause))]; } }
