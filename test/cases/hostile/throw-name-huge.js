// expect: error /./
// class: a name of a million letters and lines
async () => { const e = new Error("mine"); e.name = "N\n".repeat(5e5); throw e; }
