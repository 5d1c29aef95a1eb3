// expect: error /^(?!.*could not open).*(import|module|not available)/i
// class: import of a data URL
async () => (await import("data:text/javascript,export default 1")).default
