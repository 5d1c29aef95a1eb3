// expect: timeout | error /recurs|cycl/i
// class: a prototype that is a proxy whose getPrototypeOf never ends
// timeout: 120
async () => { const p = new Proxy({}, { getPrototypeOf() { for (;;) {} } }); return p instanceof Array; }
