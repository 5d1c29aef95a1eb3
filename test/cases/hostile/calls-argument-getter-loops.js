// expect: timeout
// class: a getter of an argument never returns
// timeout: 300
async () => await apis.t.request({ method: "GET", get path() { for (;;) {} } })
