// expect: value [1,"a",true,1]
// class: boxed primitives
async () => [Object(1), Object("a"), Object(true), Object(1n)]
