// expect: error /recursion limit|used up/
// class: a field initialiser that constructs
async () => { class A {} class B extends A { b = new B(); } new B(); return "survived"; }
