// expect: error /regex|regular|stack|nest|deep|large|recurs|syntax/i | value true
// class: lookaheads nested in a pattern of half a megabyte
async () => new RegExp("(?=".repeat(60000) + "a" + ")".repeat(60000)).test("a")
