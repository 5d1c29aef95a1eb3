// expect: error /pending|nothing can settle|deadlock/i
// class: a promise inside the result that never settles
async () => ({ a: new Promise(() => {}) })
