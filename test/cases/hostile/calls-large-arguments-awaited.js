// expect: value 100 | timeout
// class: large arguments that have been handed over are the guest's no longer
async () => { let s = "0123456789"; while (s.length < 1e6) s += s; let n = 0; for (let i = 0; i < 100; i++) { await apis.t.request({ method: "POST", path: "/one", body: s + i }); n++; } return n; }
