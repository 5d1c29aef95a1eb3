// expect: error /memory limit|alloc|range|length|size/i
// class: one buffer beyond any memory
async () => new ArrayBuffer(2 ** 40).byteLength
