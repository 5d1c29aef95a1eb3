// expect: timeout | error /not defined|undefined|suspend/i
// class: a second guest that waits, when the first may have been parked with a lock of the process
async () => { const t = new Int32Array(new SharedArrayBuffer(8)); Atomics.notify(t, 0, 1); for (;;) Atomics.wait(t, 0, 0); }
