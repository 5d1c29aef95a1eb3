// expect: timeout
// class: a getter of the result never returns
// timeout: 200
async () => ({ ok: 1, get x() { for (;;) {} } })
