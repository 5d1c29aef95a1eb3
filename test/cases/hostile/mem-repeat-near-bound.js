// expect: error /memory limit|length|size|count/i
// class: repeat to just below what one text may have
async () => "abcd".repeat(2 ** 27).length
