// expect: error /./
// class: import.meta outside of a module
async () => import.meta.url
