// expect: error /recursion limit|used up/ | timeout | value 100000
// class: the text of 100 000 nested arrays
async () => { let a = []; for (let i = 0; i < 100000; i++) a = [a]; return String(a).length + 100000; }
