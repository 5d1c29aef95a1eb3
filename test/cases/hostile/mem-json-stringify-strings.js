// expect: error /memory limit|length|size/i | timeout
// class: escapes make six characters of one
async () => JSON.stringify("\u0001".repeat(2e7)).length
