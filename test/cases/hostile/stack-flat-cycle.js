// expect: error /recursion limit|used up|memory limit/ | timeout
// class: flat(Infinity) of an array that holds itself
async () => { const a = [1]; a.push(a); return a.flat(Infinity).length; }
