// expect: error /^(?!.*could not open).*(import|module|not available)/i
// class: import with a specifier that is computed
async () => (await import(["/etc", "passwd"].join("/"))).default
