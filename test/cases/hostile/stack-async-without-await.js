// expect: error /recursion limit|memory limit/
// class: async functions that call themselves before any await
async () => { const f = async () => { await f(); }; await f(); }
