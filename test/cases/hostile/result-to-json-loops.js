// expect: timeout
// class: a toJSON that never returns
// timeout: 200
async () => ({ toJSON() { for (;;) {} } })
