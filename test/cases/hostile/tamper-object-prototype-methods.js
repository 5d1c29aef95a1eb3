// expect: value {"a":1}
// class: Object.prototype's methods replaced, an enumerable one added
async () => {
  for (const k of Object.getOwnPropertyNames(Object.prototype)) { try { Object.prototype[k] = () => { throw new Error("hijack"); }; } catch {} }
  Object.prototype.extra = "inherited";
  return { a: 1 };
}
