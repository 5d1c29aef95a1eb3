// October's sales by country.
async () => {
  const { body } = await apis.store.request({
    method: "GET",
    path: "/orders",
    query: { created_from: "2025-10-01", created_to: "2025-10-31", per_page: 50 },
  });
  const byCountry = {};
  for (const order of body.data) {
    const country = order.customer.address.country;
    byCountry[country] = (byCountry[country] ?? 0) + order.total_cents;
  }
  return byCountry;
}
