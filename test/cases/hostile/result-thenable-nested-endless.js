// expect: error /deep|depth|large|limit|memory|recursion/i | timeout
// class: thenables inside the value, without an end
async () => { const mk = () => ({ then(r) { r({ next: mk() }); } }); return [mk()]; }
