// expect: value ["return","boom"]
// class: the error of the body wins over that of return()
async () => {
  const log = [];
  const it = { [Symbol.iterator]: () => ({ next: () => ({ done: false }), return() { log.push("return"); throw new Error("return failed"); } }) };
  try { for (const _ of it) throw new Error("boom"); } catch (e) { log.push(e.message); }
  return log;
}
