// expect: value 1000
// class: a comparator without any order, in toSorted
async () => { let n = 7; return Array.from({ length: 1000 }, (_, i) => i).toSorted(() => ((n = (n * 16807) % 2147483647) % 3) - 1).length; }
