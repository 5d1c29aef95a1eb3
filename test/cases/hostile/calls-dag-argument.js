// expect: error /large|limit|exceeded|memory/i | timeout
// class: a shared argument that is 2^40 when it is written out
// timeout: 120
async () => { let v = [1]; for (let i = 0; i < 40; i++) v = [v, v]; return await apis.t.request({ method: "POST", path: "/one", body: v }); }
