// expect: value 100
// class: a comparator that answers NaN, booleans, texts and objects
async () => { const answers = [NaN, true, "1", { valueOf: () => -1 }, undefined, null, -0]; let n = 0; return Array.from({ length: 100 }, (_, i) => i).sort(() => answers[n++ % 7]).length; }
