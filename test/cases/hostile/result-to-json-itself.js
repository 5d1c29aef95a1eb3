// expect: error /./ | value {}
// class: a toJSON that returns its own object
async () => { const o = { toJSON() { return o; } }; return o; }
