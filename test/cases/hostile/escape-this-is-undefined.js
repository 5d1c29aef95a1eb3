// expect: value ["undefined","undefined"]
// class: no global object by way of this
async () => [typeof this, typeof (function () { return this; })()]
