// expect: timeout
// class: finally overrides the completion with a return
// timeout: 120
async () => { const f = () => { try { for (;;) {} } finally { return 1; } }; return f() + f(); }
