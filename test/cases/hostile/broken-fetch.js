// expect: error /fetch/
// class: fetch absent
async () => (await fetch("http://localhost/")).status
