// expect: error /./ | value "ok"
// class: well-known symbols can't be replaced
async () => { for (const k of ["iterator", "asyncIterator", "toPrimitive", "species"]) Symbol[k] = Symbol("fake"); return "ok"; }
