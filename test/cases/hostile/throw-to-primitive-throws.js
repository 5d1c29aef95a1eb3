// expect: error /./
// class: an object whose every conversion throws
async () => { const bad = () => { throw new Error("no"); }; throw { toString: bad, valueOf: bad, toJSON: bad, [Symbol.toPrimitive]: bad, get message() { return bad(); } }; }
