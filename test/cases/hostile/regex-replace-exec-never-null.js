// expect: timeout | error /memory limit/
// class: an exec of the guest's own that always matches
// timeout: 120
async () => { const r = /x/g; r.exec = () => ({ 0: "x", index: 0, length: 1 }); return "x".replace(r, "y"); }
