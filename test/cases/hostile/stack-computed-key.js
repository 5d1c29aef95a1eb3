// expect: error /recursion limit|used up/
// class: a class whose computed key makes the class
async () => { const f = () => class { static [f()] = 1; }; f(); return "survived"; }
