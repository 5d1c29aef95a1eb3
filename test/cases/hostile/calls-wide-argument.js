// expect: error /large|limit|exceeded|memory/i | timeout
// class: an argument with more elements than may cross
async () => { const b = []; b.length = 2 ** 32 - 1; return await apis.t.request({ method: "POST", path: "/one", body: b }); }
