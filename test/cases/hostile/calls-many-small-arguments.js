// expect: error /too many host calls|memory limit/ | timeout
// class: as many calls as may be in flight, each with a tree as its argument
// timeout: 120
async () => { const tree = Array.from({ length: 1000 }, (_, i) => ({ i })); for (;;) apis.t.request({ method: "POST", path: "/one", body: tree }); }
