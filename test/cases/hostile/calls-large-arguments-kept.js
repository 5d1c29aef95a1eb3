// expect: error /memory limit|too large/ | timeout
// class: arguments that wait for their turn count as the guest's memory
// timeout: 120
async () => { let s = "0123456789"; while (s.length < 1e6) s += s; for (let i = 0; i < 9000; i++) apis.t.request({ method: "POST", path: "/one", body: s + i }); return "done"; }
