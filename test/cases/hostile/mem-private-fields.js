// expect: error /memory limit/
// class: instances with private fields
async () => { const keep = [], s = "x".repeat(5e4); class A { #x; constructor(x) { this.#x = x; } } for (let i = 0; ; i++) keep.push(new A(s + i)); }
