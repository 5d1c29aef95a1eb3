// expect: value 200
// class: call, apply and bind replaced
async () => {
  for (const k of ["call", "apply", "bind", "toString"]) Function.prototype[k] = () => { throw new Error("hijack"); };
  return (await apis.t.request({ method: "GET", path: "/one" })).status;
}
