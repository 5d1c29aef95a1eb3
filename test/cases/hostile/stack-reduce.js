// expect: error /recursion limit|used up/
// class: native callbacks in each other
async () => { const f = () => [1, 2].reduce(() => [3].flatMap(() => [4].findLast(f))); f(); return "survived"; }
