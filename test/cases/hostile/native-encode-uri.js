// expect: timeout | error /memory limit|length|size/i
// class: encodeURIComponent grows a text ninefold, and again
// timeout: 120
async () => { let s = "\u20ac".repeat(1000); for (;;) s = encodeURIComponent(s); }
