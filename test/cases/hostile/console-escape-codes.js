// expect: value 1
// class: control characters stay in one line
async () => { console.log("a\nb\u001b[31m\r\u2028c\0"); return 1; }
