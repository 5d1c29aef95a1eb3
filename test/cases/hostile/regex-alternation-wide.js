// expect: timeout | value false | error /regex|regular|large|memory limit/i
// class: a thousand alternatives, backtracked
// timeout: 120
async () => new RegExp("^(?:" + Array.from({ length: 1000 }, (_, i) => "a".repeat(1 + (i % 20))).join("|") + ")+$").test("a".repeat(60) + "b")
