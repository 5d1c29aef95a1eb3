// expect: value ["undefined","undefined","undefined","undefined"]
// class: names that are not there
async () => [typeof host.eval, typeof host.constructor, typeof apis.other, typeof apis.__proto__]
