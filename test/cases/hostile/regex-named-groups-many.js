// expect: value true | error /regex|regular|large|memory limit|group|syntax/i | timeout
// class: 20 000 named groups
// timeout: 120
async () => new RegExp(Array.from({ length: 20000 }, (_, i) => "(?<n" + i + ">a)?").join("")).test("a")
