// expect: error /recursion limit/
// class: recursion in a promise reaction, with a catch behind it
async () => Promise.resolve().then(() => { const f = () => f(); f(); }).catch(() => "survived")
