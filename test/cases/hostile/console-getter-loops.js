// expect: timeout
// class: a getter of what is printed never returns
// timeout: 120
async () => { console.log({ get x() { for (;;) {} } }); return 1; }
