// expect: value {"apiNames":["t"],"apis":{"t":{}},"console":{},"host":{}}
// class: the global object: its enumerable data, no functions
async () => globalThis
