// expect: error /SyntaxError/
// class: a syntax error in the middle
async () => { const a = [1, 2; return a; }
