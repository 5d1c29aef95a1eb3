// expect: error /recursion limit|used up/
// class: a bound function as its own getter
async () => { const o = {}; Object.defineProperty(o, "a", { get: function () { return this.a; }.bind(o) }); return o.a; }
