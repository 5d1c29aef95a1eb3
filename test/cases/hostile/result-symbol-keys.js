// expect: value {}
// class: symbol keys and hidden properties do not cross
async () => { const o = { [Symbol("a")]: 1, [Symbol.iterator]: 2 }; Object.defineProperty(o, "hidden", { value: 1 }); return o; }
