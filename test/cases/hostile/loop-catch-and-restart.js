// expect: timeout
// class: catching whatever ends the loop, for ever
// timeout: 120
async () => { for (;;) { try { for (;;) {} } catch { continue; } } }
