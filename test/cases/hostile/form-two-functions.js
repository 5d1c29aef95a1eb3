// expect: value 2
// class: two functions, of which the last is the program
async () => 1; async () => 2
