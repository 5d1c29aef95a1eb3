// expect: value ["TypeError","null","null"]
// class: host has no prototype and gets none
async () => {
  let name = "changed";
  try { Object.setPrototypeOf(host, { toString: () => "x" }); } catch (e) { name = e.name; }
  return [name, String(Object.getPrototypeOf(host)), String(Object.getPrototypeOf(apis))];
}
