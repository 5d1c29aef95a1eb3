// expect: error /memory limit/ | timeout
// class: a linked list with nothing in it
// timeout: 120
async () => { let head = null; for (;;) head = { next: head }; }
