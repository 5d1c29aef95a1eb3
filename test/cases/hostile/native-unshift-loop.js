// expect: timeout | error /memory limit/
// class: unshift moves everything each time
// timeout: 120
async () => { const a = []; for (;;) a.unshift(1); }
