// expect: timeout
// class: a getter of the result never returns
// timeout: 120
async () => ({ ok: 1, get x() { for (;;) {} } })
