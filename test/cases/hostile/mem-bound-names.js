// expect: error /memory limit|stack/ | timeout
// class: the ever longer name of a bound function
async () => { let f = function longer_than_it_has_to_be() {}; for (;;) f = f.bind(null); }
