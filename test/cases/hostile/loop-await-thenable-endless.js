// expect: timeout
// class: await of a thenable whose then never returns
// timeout: 300
async () => await { then() { for (;;) {} } }
