// expect: timeout
// class: the executor of a promise never returns
// timeout: 200
async () => new Promise(() => { for (;;) {} })
