// expect: error /recursion limit/
// class: recursion in the handler of a rejection
async () => { const f = () => f(); await Promise.reject(new Error("x")).catch(f); return "survived"; }
