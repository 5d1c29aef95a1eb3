// expect: error /inside getter/
// class: a getter of an argument throws
async () => await apis.t.request({ method: "GET", get path() { throw new Error("inside getter"); } })
