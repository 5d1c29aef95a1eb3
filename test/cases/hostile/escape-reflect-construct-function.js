// expect: error /not available|disabled|eval|Function|not allowed|strings/i
// class: Reflect.construct of Function
async () => Reflect.construct(Function, ["return 1"])()
