// expect: error /recursion limit/
// class: recursion after an await, where the engine loses its own error
async () => { await null; const f = () => f(); f(); return "survived"; }
