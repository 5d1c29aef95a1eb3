// expect: timeout
// class: a template tag
// timeout: 300
async () => { const tag = () => { for (;;) {} }; return tag`a${1}b`; }
