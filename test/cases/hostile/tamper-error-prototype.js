// expect: error /./
// class: Error.prototype's name, message and toString replaced before a throw
async () => {
  for (const k of ["name", "message", "toString", "stack"]) Object.defineProperty(Error.prototype, k, { get() { throw new Error("saw " + k); }, configurable: true });
  throw new TypeError("real");
}
