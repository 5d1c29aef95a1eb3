// expect: timeout | error /not defined|undefined|suspend/i
// class: a guest that blocks its thread outside of the VM
async () => { const t = new Int32Array(new SharedArrayBuffer(8)); for (;;) Atomics.wait(t, 0, 0); }
