// expect: error /memory limit/
// class: a linked list, which a recursive teardown would overflow on
async () => { let head = null; const s = "e".repeat(1e3); for (let i = 0; ; i++) head = { next: head, s: s + i }; }
