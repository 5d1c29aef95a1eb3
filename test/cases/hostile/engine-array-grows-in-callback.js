// expect: value [3,6]
// class: map looks at the length once
async () => { const a = [1, 2, 3]; const b = a.map((x) => { a.push(x); return x; }); return [b.length, a.length]; }
