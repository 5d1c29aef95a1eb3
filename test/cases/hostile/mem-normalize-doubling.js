// expect: error /memory limit|length|size/i | timeout
// class: decomposition, again and again
// timeout: 120
async () => { let s = "\ufdfa"; for (;;) s = s.normalize("NFKD").replaceAll(" ", "\ufdfa"); }
