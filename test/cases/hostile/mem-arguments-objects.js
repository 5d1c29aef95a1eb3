// expect: error /memory limit/
// class: arguments objects kept alive
async () => { const keep = [], s = "x".repeat(5e4); function f() { keep.push(arguments); } for (let i = 0; ; i++) f(s + i, 2, 3, keep); }
