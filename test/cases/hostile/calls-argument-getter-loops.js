// expect: timeout
// class: a getter of an argument never returns
// timeout: 120
async () => await apis.t.request({ method: "GET", get path() { for (;;) {} } })
