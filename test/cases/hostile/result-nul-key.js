// expect: value {"":1,"\u0000":2}
// class: empty and NUL keys
async () => ({ "": 1, "\0": 2 })
