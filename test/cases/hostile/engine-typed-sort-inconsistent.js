// expect: value 1000
// class: a comparator without any order, over a typed array
async () => { let n = 7; return new Float64Array(1000).map((_, i) => i).sort(() => ((n = (n * 16807) % 2147483647) % 3) - 1).length; }
