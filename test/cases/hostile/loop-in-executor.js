// expect: timeout
// class: the executor of a promise never returns
// timeout: 300
async () => new Promise(() => { for (;;) {} })
