// expect: timeout
// class: do-while with a comma expression
// timeout: 120
async () => { let i = 0; do i++; while ((i, true)); }
