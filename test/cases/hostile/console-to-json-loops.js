// expect: timeout
// class: a toJSON of what is printed never returns
// timeout: 120
async () => { console.error([{ toJSON() { for (;;) {} } }]); return 1; }
