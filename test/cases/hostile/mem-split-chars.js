// expect: error /memory limit/ | timeout
// class: a long text split into its characters
async () => { const keep = [], s = "x".repeat(1e5); for (;;) keep.push(s.split("")); }
