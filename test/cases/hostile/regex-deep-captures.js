// expect: error /regex|regular|stack|nest|deep|large|recurs|syntax|group/i | value true
// class: captures nested 50 000 deep
async () => new RegExp("(".repeat(50000) + "a" + ")".repeat(50000)).test("a")
