// expect: error /deep|depth|large|limit|memory/i | timeout
// class: a promise of an object with a promise of an object, without an end
async () => { const mk = async () => ({ next: mk() }); return mk(); }
