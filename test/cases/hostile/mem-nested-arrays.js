// expect: error /memory limit/ | timeout
// class: arrays nested without an end
// timeout: 200
async () => { let a = []; for (;;) a = [a]; }
