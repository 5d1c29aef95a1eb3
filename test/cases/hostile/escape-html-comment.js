// expect: value 1 | error /./
// class: HTML-like comments
async () => { let x = 1; <!-- x = 2
return x; }
