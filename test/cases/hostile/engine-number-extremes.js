// expect: value ["1e+21","1.7976931348623157e+308","5e-324","-9007199254740991"]
// class: texts of numbers at the edge
async () => [1e21, Number.MAX_VALUE, Number.MIN_VALUE, Number.MIN_SAFE_INTEGER].map(String)
