// expect: error /^first( \(line \d+, column \d+\))?$/
// class: a message of many lines, with every kind of line break
async () => { throw new Error("first\nsecond\r\n\u2028third\u2029" + "x\n".repeat(1e5)); }
