// expect: timeout | value 10000
// class: as many calls as may be in flight, all awaited
// timeout: 120
async () => (await Promise.all(Array.from({ length: 10000 }, () => apis.t.request({ method: "GET", path: "/one" })))).length
