// expect: error /not available|disabled|eval|not a function|not allowed|not defined|strings|undefined/i
// class: eval by way of bind and call
async () => globalThis["ev" + "al"].bind(null, "1 + 1")()
