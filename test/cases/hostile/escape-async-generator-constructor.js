// expect: error /not available|disabled|eval|Function|not allowed|strings/i
// class: the constructor of async generator functions
async () => Object.getPrototypeOf(async function* () {}).constructor("yield 1")
