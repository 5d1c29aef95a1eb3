// expect: value 2
// class: the global object's prototype replaced by a proxy that throws
async () => { try { Object.setPrototypeOf(globalThis, new Proxy({}, { get() { throw new Error("x"); }, has() { throw new Error("x"); } })); } catch {} return 1 + 1; }
