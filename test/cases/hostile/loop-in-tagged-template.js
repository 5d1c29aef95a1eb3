// expect: timeout
// class: a template tag
// timeout: 120
async () => { const tag = () => { for (;;) {} }; return tag`a${1}b`; }
