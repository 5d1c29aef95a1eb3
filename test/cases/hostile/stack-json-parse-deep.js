// expect: error /nest|deep|depth|recurs|stack/i
// class: JSON text nested 100 000 deep
async () => { const n = 100000; return JSON.parse("[".repeat(n) + "]".repeat(n)).length; }
