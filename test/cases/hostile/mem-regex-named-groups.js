// expect: error /memory limit/ | timeout
// class: match results with named groups
async () => { const keep = [], s = "x".repeat(5e4); for (let i = 0; ; i++) keep.push((s + i).match(/(?<head>x+)(?<tail>\d+)/).groups); }
