// expect: error /recursion limit/
// class: two functions that call each other
async () => { const f = () => g(), g = () => f(); return f(); }
