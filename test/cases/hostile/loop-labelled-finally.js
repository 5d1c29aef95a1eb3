// expect: timeout
// class: finally overrides the completion with a labelled continue
// timeout: 200
async () => { outer: for (;;) { try { for (;;) {} } finally { continue outer; } } }
