// expect: timeout
// class: await of a thenable whose then never returns
// timeout: 120
async () => await { then() { for (;;) {} } }
