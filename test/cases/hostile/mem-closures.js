// expect: error /memory limit/
// class: a chain of closures
async () => { const x = "x".repeat(5e4); let f = () => 0; for (let i = 0; ; i++) { const g = f, y = x + i; f = () => [g, y]; } }
