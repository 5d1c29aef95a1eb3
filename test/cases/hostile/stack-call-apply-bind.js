// expect: error /recursion limit|used up/
// class: recursion by way of call, apply and bind
async () => { function f() { f.call.apply(f.bind(null), [null]); } f(); return "survived"; }
