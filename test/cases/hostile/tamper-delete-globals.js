// expect: value [1,"a",null]
// class: every deletable global is deleted before the result is read
async () => { for (const k of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[k]; } catch {} } return [1, "a", null]; }
