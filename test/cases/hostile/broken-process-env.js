// expect: error /process/
// class: process absent
async () => process.env.HOME
