// expect: error /recursion limit/
// class: a tag that tags
async () => { const tag = () => tag`a`; tag`b`; return "survived"; }
