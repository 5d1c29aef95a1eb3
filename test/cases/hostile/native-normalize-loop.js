// expect: timeout
// class: normalize of a long text, many times
// timeout: 120
async () => { const s = "\u0344".repeat(1e6); for (;;) s.normalize("NFC"); }
