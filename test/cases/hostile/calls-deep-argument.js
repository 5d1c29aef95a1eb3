// expect: error /deep|depth|nest/i
// class: an argument nested 100 000 deep
async () => { let b = 0; for (let i = 0; i < 100000; i++) b = [b]; return await apis.t.request({ method: "POST", path: "/one", body: b }); }
