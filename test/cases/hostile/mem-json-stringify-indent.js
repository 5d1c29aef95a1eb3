// expect: error /memory limit|length|size/i | timeout
// class: the indentation of a deep value
async () => { let v = 1; for (let i = 0; i < 400; i++) v = [v, v.length ? 1 : 2]; const keep = []; for (;;) keep.push(JSON.stringify(v, null, 10)); }
