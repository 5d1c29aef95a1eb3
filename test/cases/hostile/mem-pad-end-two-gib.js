// expect: error /memory limit|length|size/i
// class: padEnd just below the engine's own bound
async () => "a".padEnd(2 ** 31 - 2, "bc").length
