// expect: timeout | error /memory limit/ | value 50000
// class: sort by localeCompare of long equal texts
async () => { const s = "x".repeat(20000); return Array.from({ length: 50000 }, (_, i) => s).sort((a, b) => a.localeCompare(b)).length; }
