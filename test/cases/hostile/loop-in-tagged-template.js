// expect: timeout
// class: a template tag
// timeout: 200
async () => { const tag = () => { for (;;) {} }; return tag`a${1}b`; }
