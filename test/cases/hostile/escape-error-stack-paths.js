// expect: value false
// class: no path of the host in a stack text
async () => { try { null.x; } catch (e) { return /\/(work|root|home|usr|tmp|registry)\//.test(String(e.stack)); } }
