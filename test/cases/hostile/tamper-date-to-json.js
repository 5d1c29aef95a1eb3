// expect: value "pwned" | value "1970-01-01T00:00:00.000Z"
// class: Date.prototype.toISOString replaced
async () => { Date.prototype.toISOString = () => "pwned"; return new Date(0); }
