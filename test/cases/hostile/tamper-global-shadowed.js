// expect: value 200
// class: host and apis can't be shadowed on the global object
async () => {
  for (const k of ["host", "apis", "console"]) { try { globalThis[k] = null; } catch {} try { Object.defineProperty(globalThis, k, { value: null }); } catch {} try { delete globalThis[k]; } catch {} }
  return (await apis.t.request({ method: "GET", path: "/one" })).status;
}
