// expect: timeout
// class: a loop whose exit is a switch's break
// timeout: 120
async () => { for (;;) { switch (1) { case 1: break; } } }
