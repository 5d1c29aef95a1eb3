// expect: error /^(?!.*could not open).*(import|module|not available)/i
// class: import of a file beside
async () => (await import("./mix.exs")).default
