// expect: value 5000
// class: thousands of promises at once
async () => (await Promise.all(Array.from({ length: 5000 }, async (_, i) => i))).length
