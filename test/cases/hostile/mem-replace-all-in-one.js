// expect: error /memory limit|length|size/i | timeout
// class: every letter replaced by the text before it
// timeout: 120
async () => "ab".repeat(1e5).replaceAll("a", "$`").length
