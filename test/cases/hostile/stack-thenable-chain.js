// expect: timeout | error /memory limit|recursion limit/
// class: each thenable resolves with the next one, synchronously
// timeout: 120
async () => { const t = () => ({ then: (r) => r(t()) }); await t(); return "survived"; }
