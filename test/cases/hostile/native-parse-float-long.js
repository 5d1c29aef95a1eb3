// expect: timeout
// class: number conversion of long digits, many times
// timeout: 120
async () => { const s = "9".repeat(1e6); let n = 0; for (;;) n += Number(s) + parseFloat(s) + parseInt(s, 7); }
