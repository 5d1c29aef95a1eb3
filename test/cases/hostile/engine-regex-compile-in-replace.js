// expect: value "bbb"
// class: lastIndex moved by the replace callback
async () => { const r = /a/g; return "aaa".replace(r, () => { r.lastIndex = 100; return "b"; }); }
