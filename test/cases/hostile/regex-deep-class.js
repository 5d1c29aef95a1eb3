// expect: error /regex|regular|stack|nest|deep|large|recurs|syntax|class/i | value true
// class: nested character classes with the v flag
async () => new RegExp("[".repeat(50000) + "a" + "]".repeat(50000), "v").test("a")
