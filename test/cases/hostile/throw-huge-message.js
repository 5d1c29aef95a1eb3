// expect: error /^a+( \(line \d+, column \d+\))?$/
// class: a message of a million letters
async () => { throw new Error("a".repeat(1e6)); }
