// expect: value 1 | error /used up|recursion|deep/
// class: a value nested 100 000 deep
async () => { let v = 0; for (let i = 0; i < 100000; i++) v = [v]; console.log(v); return 1; }
