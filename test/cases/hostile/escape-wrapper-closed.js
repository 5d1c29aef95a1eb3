// expect: error /./
// class: a text that closes whatever it is wrapped in
async () => 1}); globalThis.escaped = 1; (async () => { return 2
