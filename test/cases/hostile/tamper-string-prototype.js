// expect: value ["a","b"]
// class: String.prototype's methods replaced while texts cross
async () => {
  const s = ["a", "b"];
  for (const k of Object.getOwnPropertyNames(String.prototype)) if (k !== "length" && k !== "constructor") String.prototype[k] = () => { throw new Error("hijack"); };
  console.log("x %s", "y");
  return s;
}
