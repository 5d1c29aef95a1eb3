// expect: value 1
// class: the program has returned, and each reply makes two more calls
// timeout: 1000
async () => { const again = () => { apis.t.request({ method: "GET", path: "/one" }).then(again); }; again(); return 1; }
