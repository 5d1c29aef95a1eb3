// expect: error /hijack|constructor/ | value 200
// class: a promise without its constructor is a thenable, by ECMA-262 27.2.4.7.1
async () => {
  Promise.prototype.then = function () { throw new Error("hijack"); };
  Promise.prototype.constructor = null;
  return (await apis.t.request({ method: "GET", path: "/one" })).status;
}
