// expect: timeout | error /memory limit|not a function|not callable|set-like|size/i
// class: union with a set-like whose keys never end
// timeout: 120
async () => new Set([1]).union({ size: 1, has: () => true, keys: () => ({ next: () => ({ done: false, value: 1 }) }) }).size
