// expect: timeout
// class: Date.parse of long garbage, many times
// timeout: 120
async () => { const s = "1".repeat(1e6); for (;;) Date.parse(s); }
