// expect: error /large|limit|exceeded|memory|depth|deep|many|in flight/i | timeout
// class: each getter makes a call and gives another such object
async () => { const mk = () => ({ get next() { apis.t.request({ method: "GET", path: "/one" }); return mk(); } }); return mk(); }
