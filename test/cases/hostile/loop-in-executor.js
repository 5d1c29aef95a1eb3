// expect: timeout
// class: the executor of a promise never returns
// timeout: 120
async () => new Promise(() => { for (;;) {} })
