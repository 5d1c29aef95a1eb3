// expect: value ["TypeError","TypeError","TypeError","TypeError",200]
// class: host and apis can't be changed in any way
async () => {
  const out = [];
  for (const f of [
    () => { "use strict"; apis.t = 1; },
    () => { "use strict"; apis.t.request = 1; },
    () => { "use strict"; delete host.request; },
    () => Object.defineProperty(host, "other", { value: 1 }),
  ]) try { f(); out.push("changed"); } catch (e) { out.push(e.name); }
  return [...out, (await apis.t.request({ method: "GET", path: "/one" })).status];
}
