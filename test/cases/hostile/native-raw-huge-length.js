// expect: timeout | error /memory limit/
// class: String.raw with a huge length
// timeout: 120
async () => String.raw({ raw: { length: 2 ** 53 - 1, 0: "a" } }).length
