// expect: error /recursion limit|used up/
// class: toISOString that writes itself
async () => { Date.prototype.toISOString = function () { return JSON.stringify(this); }; return JSON.stringify(new Date(0)); }
