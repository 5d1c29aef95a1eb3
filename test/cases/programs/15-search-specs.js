/*
{
 "globals": {"specs":{"petstore":{"info":{"title":"Petstore"},"paths":{"/pets":{"get":{"operationId":"listPets","summary":"List all pets","tags":["pets"]},"post":{"operationId":"createPet","summary":"Create a pet","tags":["pets"]}},"/orders/{id}":{"delete":{"summary":"Cancel an order","tags":["store"]}}}},"billing":{"info":{"title":"Billing"},"paths":{"/invoices":{"get":{"operationId":"listInvoices","summary":"List invoices","description":"Includes pet insurance invoices","tags":["billing"]}}}}}},
 "stubs": {

 },
 "any_order": true,
 "expect": [{"api":"petstore","method":"GET","path":"/pets","summary":"List all pets"},{"api":"petstore","method":"POST","path":"/pets","summary":"Create a pet"},{"api":"billing","method":"GET","path":"/invoices","summary":"List invoices"}]
}
*/
async () => {
  const needle = "pet";
  const results = [];
  for (const [apiName, spec] of Object.entries(specs)) {
    for (const [path, methods] of Object.entries(spec.paths)) {
      for (const [method, op] of Object.entries(methods)) {
        const haystack = [path, op.operationId, op.summary, op.description, ...(op.tags ?? [])].filter(Boolean).join(" ").toLowerCase();
        if (haystack.includes(needle)) results.push({ api: apiName, method: method.toUpperCase(), path, summary: op.summary });
      }
    }
  }
  return results;
}
