// expect: error /recursion limit/
// class: the limit is hit inside a conversion that the engine's own code would swallow
async () => { const o = { toString() { return "a" + this; } }; try { return "x" + o; } catch { return "survived"; } }
