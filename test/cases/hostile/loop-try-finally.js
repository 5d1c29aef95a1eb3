// expect: timeout
// class: a finally block that would go on after the stop
// timeout: 300
async () => { try { for (;;) {} } finally { for (;;) {} } }
