// expect: timeout
// class: an async finally block that awaits for ever
// timeout: 120
async () => { try { throw new Error("x"); } finally { for (;;) await 0; } }
