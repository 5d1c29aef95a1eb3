// expect: value 1
// class: directives that other consoles know
// logs: ["%9999999999d 1"]
async () => { console.log("%9999999999d", 1); return 1; }
