// expect: error /too many host calls|in flight/ | timeout
// class: a million calls that nobody awaits
// timeout: 120
async () => { for (let i = 0; i < 1e6; i++) apis.t.request({ method: "GET", path: "/one", body: { i } }); return "done"; }
