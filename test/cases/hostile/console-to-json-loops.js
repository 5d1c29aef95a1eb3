// expect: timeout
// class: a toJSON of what is printed never returns
// timeout: 300
async () => { console.error([{ toJSON() { for (;;) {} } }]); return 1; }
