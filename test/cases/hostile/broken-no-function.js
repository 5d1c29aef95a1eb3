// expect: error /./
// class: statements instead of a function
const x = 1;
return x;
