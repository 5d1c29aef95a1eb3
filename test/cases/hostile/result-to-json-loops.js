// expect: timeout
// class: a toJSON that never returns
// timeout: 120
async () => ({ toJSON() { for (;;) {} } })
