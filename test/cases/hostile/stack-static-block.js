// expect: error /recursion limit|used up/
// class: a class whose static block makes the class
async () => { const f = () => { class A { static { f(); } } }; f(); return "survived"; }
