// expect: value [true,"undefined","k"]
// class: registered symbols work within the run
async () => [Symbol.for("k") === Symbol.for("k"), typeof Symbol.keyFor(Symbol("k")), Symbol.keyFor(Symbol.for("k"))]
