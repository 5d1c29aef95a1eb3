// expect: error /setTimeout/ | timeout
// class: timers that renew themselves
async () => { const again = () => setTimeout(again, 0); again(); await new Promise(() => {}); }
