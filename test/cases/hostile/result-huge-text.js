// expect: error /large|limit|exceeded|memory/i | timeout
// class: a text of more bytes than may cross
// timeout: 120
async () => { let s = "0123456789abcdef"; while (s.length < 1e7) s += s; return [s, s, s, s, s, s]; }
