// expect: timeout
// class: lines without an end
// timeout: 200
async () => { for (let i = 0; ; i++) console.log("line " + i); }
