// expect: error /memory limit|recursion limit/ | timeout
// class: async functions that call themselves after an await: no stack, only memory
// timeout: 120
async () => { const f = async () => { await null; return f(); }; return f(); }
