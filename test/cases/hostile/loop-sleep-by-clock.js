// expect: timeout
// class: busy wait on the clock
// timeout: 120
async () => { const end = Date.now() + 3e6; while (Date.now() < end) {} return 1; }
