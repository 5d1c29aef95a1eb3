// expect: error /private|#x|object|brand/i
// class: a private field of an object that has none
async () => { class A { #x = 1; static read(o) { return o.#x; } } return A.read({}); }
