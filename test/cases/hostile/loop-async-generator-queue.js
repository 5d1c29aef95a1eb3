// expect: timeout | error /memory limit/
// class: requests queued on an async generator that never gets to them
// timeout: 120
async () => { async function* g() { for (;;) await null; } const it = g(); for (;;) it.next(); }
