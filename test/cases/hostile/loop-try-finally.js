// expect: timeout
// class: a finally block that would go on after the stop
// timeout: 120
async () => { try { for (;;) {} } finally { for (;;) {} } }
