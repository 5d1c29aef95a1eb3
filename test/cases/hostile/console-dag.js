// expect: value 1 | timeout | error /memory limit|large/i
// class: a shared value that is 2^40 when it is printed
async () => { let v = [1]; for (let i = 0; i < 40; i++) v = [v, v]; console.log(v); return 1; }
