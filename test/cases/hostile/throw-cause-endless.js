// expect: error /outer/
// class: causes that make new causes
async () => { class E extends Error { get cause() { return new E("inner"); } } throw new E("outer"); }
