// Walks everything that a guest can reach and gives one line per property: `path: kind`.
// Nothing is called but what makes the roots; getters are walked as functions, never asked.
() => {
  const name = (key) =>
    typeof key === "symbol" ? `[${String(key.description)}]`
      : /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  const lines = [];
  const seen = new Map();
  const queue = [];
  // Where an object is reached first is where it is walked; elsewhere a line points there.
  const kind = (value, path) => {
    if (value === null) return "null";
    if (typeof value === "symbol") return String(value);
    if (typeof value !== "object" && typeof value !== "function") return typeof value;
    if (seen.has(value)) return `-> ${seen.get(value)}`;
    seen.set(value, path);
    queue.push([value, path]);
    return typeof value === "function" ? "function" : Array.isArray(value) ? "array" : "object";
  };
  const walk = () => {
    for (let next; (next = queue.shift()); ) {
      const [object, path] = next;
      lines.push(`${path}{prototype}: ${kind(Object.getPrototypeOf(object), `${path}{prototype}`)}`);
      for (const key of Reflect.ownKeys(object)) {
        const at = path === "globalThis" && typeof key === "string" ? key : path + name(key);
        const own = Reflect.getOwnPropertyDescriptor(object, key);
        const flags = (own.writable ? "w" : "") + (own.enumerable ? "e" : "") + (own.configurable ? "c" : "");
        if ("value" in own) lines.push(`${at}: ${kind(own.value, at)} ${flags}`.trimEnd());
        if (own.get) lines.push(`${at}{get}: ${kind(own.get, `${at}{get}`)} ${flags}`.trimEnd());
        if (own.set) lines.push(`${at}{set}: ${kind(own.set, `${at}{set}`)} ${flags}`.trimEnd());
      }
    }
  };
  const root = (label, value) => {
    lines.push(`${label}: ${kind(value, label)}`);
    walk();
  };
  root("globalThis", globalThis);
  // What only syntax and calls reach.
  const caught = (f) => { try { f() } catch (e) { return e } };
  root("<function>", function f() {});
  root("<arrow>", () => {});
  root("<async function>", async function f() {});
  root("<generator function>", function* f() {});
  root("<async generator function>", async function* f() {});
  root("<generator>", (function* () {})());
  root("<async generator>", (async function* () {})());
  root("<class>", class A { static { } });
  root("<bound function>", (() => {}).bind());
  root("<arguments>", (function () { return arguments })(1));
  root("<template>", ((t) => t)`a${1}b`);
  root("<regexp>", /(?<x>a)/d);
  root("<match>", /(?<x>a)/d.exec("a"));
  root("<array iterator>", [][Symbol.iterator]());
  root("<map iterator>", new Map()[Symbol.iterator]());
  root("<set iterator>", new Set()[Symbol.iterator]());
  root("<string iterator>", ""[Symbol.iterator]());
  root("<regexp string iterator>", "a".matchAll(/a/g));
  root("<typed array iterator>", new Uint8Array(1)[Symbol.iterator]());
  root("<iterator helper>", [].values().map((x) => x));
  root("<wrapped iterator>", Iterator.from({ next() { return { done: true } } }));
  root("<promise>", Promise.resolve());
  root("<revocable proxy>", Proxy.revocable({}, {}));
  root("<engine error>", caught(() => null.x));
  root("<unknown name>", caught(() => unknownName));
  root("<boxed>", [Object(1), Object("a"), Object(true), Object(1n), Object(Symbol.iterator)]);
  new Promise((resolve, reject) => { root("<resolve>", resolve); root("<reject>", reject) });
  for (const [label, value] of EXTRA) root(label, value());
  return lines.sort();
}
