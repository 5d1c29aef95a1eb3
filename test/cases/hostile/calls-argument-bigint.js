// expect: value 200
// class: a BigInt beyond 64 bits as an argument
async () => (await apis.t.request({ method: "POST", path: "/one", body: { id: 2n ** 80n } })).status
