// Which operations read orders, customers or refunds, two of the three at least?
async () => {
  const words = ["order", "customer", "refund"];
  const found = [];

  for (const [api, spec] of Object.entries(specs)) {
    const resolve = (p) => (p.$ref ? spec.components.parameters[p.$ref.split("/").pop()] : p);

    for (const [path, operations] of Object.entries(spec.paths)) {
      for (const [method, op] of Object.entries(operations)) {
        if (method !== "get") continue;
        const text = [path, op.summary, op.description, ...(op.tags ?? [])].join(" ").toLowerCase();
        if (words.filter((word) => text.includes(word)).length < 2) continue;
        const parameters = (op.parameters ?? []).map(resolve).map((p) => p.name);
        found.push({ api, call: `GET ${path}`, summary: op.summary, parameters });
      }
    }
  }
  return found;
}
