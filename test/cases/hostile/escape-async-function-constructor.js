// expect: error /not available|disabled|eval|Function|not allowed|strings/i
// class: the constructor of async functions
async () => (async () => {}).constructor("return 1")()
