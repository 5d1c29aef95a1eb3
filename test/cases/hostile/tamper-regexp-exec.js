// expect: value "abc"
// class: RegExp.prototype.exec replaced while lines are formatted
async () => { RegExp.prototype.exec = () => { throw new Error("hijack"); }; console.log("%d %s", 1, "b"); return "abc"; }
