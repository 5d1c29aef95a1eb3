// expect: value 100
// class: garbage that is dead does not end a run
async () => { let n = 0; for (let i = 0; i < 100; i++) n += [new Uint8Array(1e6)].length; return n; }
