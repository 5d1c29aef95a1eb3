// expect: value 1 | error /memory limit/ | timeout
// class: a format with very many directives
async () => { console.log("%s".repeat(1e6), "x".repeat(1e4)); return 1; }
