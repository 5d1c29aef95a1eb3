// expect: value [[1,2,3],{"a":[{"b":1}]}]
// class: the methods of Array.prototype replaced while arrays cross
async () => {
  for (const k of Object.getOwnPropertyNames(Array.prototype)) if (typeof Array.prototype[k] === "function" && k !== "constructor") Array.prototype[k] = () => { throw new Error("hijack"); };
  const list = (await apis.t.request({ method: "GET", path: "/list" })).body;
  return [list, { a: [{ b: 1 }] }];
}
