// expect: error /./
// class: a comment that is opened and not closed
async () => 1 /* the rest of whatever comes
