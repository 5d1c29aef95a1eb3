// expect: value ["undefined","undefined"]
// class: what observes or blocks the host is absent
async () => [typeof SharedArrayBuffer, typeof Atomics]
