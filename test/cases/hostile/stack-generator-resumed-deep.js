// expect: error /recursion limit|used up/
// class: a chain of generators each of which resumes the next
async () => {
  let it = [1][Symbol.iterator]();
  for (let i = 0; i < 20000; i++) { const inner = it; it = (function* () { yield* inner; })(); }
  return [...it];
}
