// expect: timeout | error /memory limit/
// class: the refusal of one more call is caught, and the next is made
// timeout: 120
async () => { for (;;) { try { apis.t.request({ method: "GET", path: "/one" }); } catch {} } }
