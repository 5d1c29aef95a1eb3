// expect: value [1,2]
// class: calls from constructors and static blocks
async () => {
  const all = [];
  class A { static { all.push(apis.t.request({ method: "GET", path: "/one" })); } constructor() { all.push(apis.t.request({ method: "GET", path: "/one" })); } }
  new A();
  return (await Promise.all(all)).map((r) => r.body.n).sort();
}
