// expect: timeout | value false | error /regex|regular|large|number|memory limit|size/i
// class: counted repetition of counted repetition
async () => /((a{0,1000}){0,1000}){0,1000}b/.test("a".repeat(100))
