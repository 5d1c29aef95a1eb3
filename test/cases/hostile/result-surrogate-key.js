// expect: value {"\ufffd":1}
// class: a lone surrogate in a key
async () => ({ "\udc00": 1 })
