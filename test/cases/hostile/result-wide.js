// expect: error /large|limit|exceeded|memory/i | timeout
// class: more elements than may cross
// timeout: 120
async () => { const a = [0]; a.length = 3e6; return a.fill(0); }
