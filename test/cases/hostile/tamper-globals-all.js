// expect: value {"ok":true}
// class: every writable global is overwritten before the result is read
async () => {
  for (const k of Object.getOwnPropertyNames(globalThis)) { try { globalThis[k] = () => { throw new Error("hijack " + k); }; } catch {} }
  return { ok: true };
}
