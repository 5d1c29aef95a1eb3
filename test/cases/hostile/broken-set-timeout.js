// expect: error /setTimeout/ | value 1
// class: timers
async () => { await new Promise((r) => setTimeout(r, 1)); return 1; }
