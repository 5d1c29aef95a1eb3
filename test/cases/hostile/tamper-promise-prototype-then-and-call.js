// expect: value 200
// class: a host call when Promise is hijacked
async () => {
  Promise.prototype.then = function () { throw new Error("hijack"); };
  Promise.resolve = Promise.reject = Promise.all = () => { throw new Error("hijack"); };
  return (await apis.t.request({ method: "GET", path: "/one" })).status;
}
