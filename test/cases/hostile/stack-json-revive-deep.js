// expect: error /nest|deep|depth|recurs|stack/i
// class: a reviver over JSON text nested 100 000 deep
async () => { const n = 100000; return JSON.parse('{"a":'.repeat(n) + "1" + "}".repeat(n), (k, v) => v).a; }
