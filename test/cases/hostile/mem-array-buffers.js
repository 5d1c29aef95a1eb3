// expect: error /memory limit|alloc|range|length/i | timeout
// class: buffers kept alive
async () => { const keep = []; for (;;) keep.push(new ArrayBuffer(1e6)); }
