// expect: timeout | error /memory limit|length|size/i
// class: replaceAll whose replacement holds the whole text
// timeout: 120
async () => "ab".repeat(20000).replaceAll("a", "$`").length
