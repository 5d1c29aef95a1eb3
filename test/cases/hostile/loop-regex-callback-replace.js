// expect: timeout
// class: replace whose callback compiles a new pattern each time
// timeout: 120
async () => { for (let i = 0; ; i++) "aaa".replace(new RegExp("a" + (i % 7), "g"), () => "b"); }
