// expect: timeout
// class: an empty match with a lastIndex that the guest sets back
// timeout: 120
async () => { const r = /a*/g; while (true) { r.lastIndex = 0; r.exec("b"); } }
