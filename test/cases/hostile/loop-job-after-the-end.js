// expect: timeout
// class: an endless job that was queued before the program returned
// timeout: 120
async () => { Promise.resolve().then(() => Promise.resolve()).then(() => { for (;;) {} }); return 1; }
