// expect: timeout
// class: a toJSON that never returns
// timeout: 300
async () => ({ toJSON() { for (;;) {} } })
