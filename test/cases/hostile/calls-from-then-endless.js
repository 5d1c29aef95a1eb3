// expect: timeout
// class: each reply makes the next call
// timeout: 120
async () => { const again = () => apis.t.request({ method: "GET", path: "/one" }).then(again); return again(); }
