// expect: timeout
// class: lines without an end
// timeout: 120
async () => { for (let i = 0; ; i++) console.log("line " + i); }
