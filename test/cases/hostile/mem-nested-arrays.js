// expect: error /memory limit/ | timeout
// class: arrays nested without an end
// timeout: 120
async () => { let a = []; for (;;) a = [a]; }
