// expect: error /initiali|before|not defined/i
// class: a binding read before its initialisation, by a closure
async () => { const f = () => x; f(); let x = 1; return x; }
