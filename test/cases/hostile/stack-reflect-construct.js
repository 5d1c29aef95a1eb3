// expect: error /recursion limit|used up/
// class: Reflect.construct of itself
async () => { function F() { Reflect.construct(F, [], F); } new F(); return "survived"; }
