// expect: timeout
// class: finally overrides the completion with a labelled continue
// timeout: 120
async () => { outer: for (;;) { try { for (;;) {} } finally { continue outer; } } }
