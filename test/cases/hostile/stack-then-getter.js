// expect: error /recursion limit|used up/
// class: a then getter that awaits itself
async () => { const o = { get then() { return this.then; } }; return await o; }
