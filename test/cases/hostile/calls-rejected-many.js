// expect: value 200
// class: two hundred failed calls
async () => (await Promise.allSettled(Array.from({ length: 200 }, () => apis.t.request({ method: "GET", path: "/raise" })))).filter((r) => r.status === "rejected").length
