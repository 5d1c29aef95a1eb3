// expect: error /recursion limit|used up/
// class: a getter of an argument makes the same call
async () => { const o = { method: "GET", get path() { apis.t.request(o); return "/one"; } }; return (await apis.t.request(o)).status; }
