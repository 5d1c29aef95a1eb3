// expect: value [1,2,3]
// class: setters for indices on Array.prototype do not see a reply
async () => {
  for (const k of [0, 1, 2]) Object.defineProperty(Array.prototype, k, { set() { throw new Error("saw"); }, get: () => "fake", configurable: true });
  return (await apis.t.request({ method: "GET", path: "/list" })).body;
}
