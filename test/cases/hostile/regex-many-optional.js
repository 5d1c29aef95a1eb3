// expect: timeout | value true
// class: n optional letters and n letters: 2^n ways
// timeout: 120
async () => new RegExp("a?".repeat(40) + "a".repeat(40)).test("a".repeat(40))
