// expect: value 3
// class: breaks to outer labels through finally blocks
async () => {
  let n = 0;
  a: for (;;) { b: for (;;) { try { c: for (;;) { try { break b; } finally { n++; } } } finally { n++; } } try { break a; } finally { n++; } }
  return n;
}
