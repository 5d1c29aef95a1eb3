// expect: error /memory limit/
// class: catching what the limit raises, and going on
async () => { const keep = [], s = "x".repeat(1e5); for (;;) { try { for (;;) keep.push(s + keep.length); } catch {} finally { keep.push(1); } } }
