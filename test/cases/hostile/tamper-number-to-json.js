// expect: value [1,"a",true] | value ["pwned","pwned","pwned"]
// class: toJSON on the prototypes of primitives
async () => { for (const C of [Number, String, Boolean]) C.prototype.toJSON = () => "pwned"; return [1, "a", true]; }
