// expect: value 1
// class: the body of a function instead of one
const x = 1;
return x;
