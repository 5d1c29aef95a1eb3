// expect: error /host-side/
// class: the error of a failed call, rethrown with a message of the guest's own
async () => { try { await apis.t.request({ method: "GET", path: "/raise" }); } catch (e) { e.message = "mine"; throw e; } }
