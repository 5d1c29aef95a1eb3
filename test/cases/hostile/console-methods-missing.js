// expect: value 1 | error /not a function|callable|table|trace|group/i
// class: methods that other consoles have
async () => { console.table([[1]]); console.trace(); console.group("x"); return 1; }
