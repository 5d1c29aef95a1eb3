// expect: timeout
// class: await of a thenable whose then never returns
// timeout: 200
async () => await { then() { for (;;) {} } }
