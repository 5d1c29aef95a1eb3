// expect: value 200
// class: a race leaves the losers in flight
async () => (await Promise.race(Array.from({ length: 50 }, () => apis.t.request({ method: "GET", path: "/one" })))).status
