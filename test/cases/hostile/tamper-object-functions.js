// expect: value {"a":1,"b":[1]}
// class: Object.keys and its kin replaced before the result is read
async () => {
  for (const o of [Reflect, Object].map((o) => [o, Object.getOwnPropertyNames(o)])) for (const k of o[1]) { try { o[0][k] = () => { throw new Error("hijack"); }; } catch {} }
  return { a: 1, b: [1] };
}
