// expect: error /not available|disabled|eval|Function|not allowed|strings/i
// class: the constructor of generator functions
async () => [...(function* () {}).constructor("yield 1")()]
