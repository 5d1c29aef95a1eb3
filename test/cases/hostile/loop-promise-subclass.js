// expect: timeout
// class: a promise subclass whose then requeues itself
// timeout: 120
async () => { class P extends Promise { then(a, b) { return super.then(() => this.then(a, b)); } } return await P.resolve(1); }
