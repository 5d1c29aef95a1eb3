// expect: timeout | error /BigInt|size|memory limit/i
// class: a BigInt from a text of many digits
async () => { const s = "7".repeat(3000000); for (;;) BigInt(s); }
