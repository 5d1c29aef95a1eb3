// October's orders by country: page through the orders, then fetch their customers all at once.
async () => {
  const orders = [];
  for (let page = 1; page; ) {
    const { status, body } = await apis.store.request({
      method: "GET",
      path: "/orders",
      query: { created_from: "2025-10-01", created_to: "2025-10-31", per_page: 25, page },
    });
    if (status !== 200) throw new Error(`orders answered ${status}`);
    orders.push(...body.data);
    console.log(`page ${page}: ${orders.length} of ${body.total} orders`);
    page = body.next_page;
  }

  const ids = [...new Set(orders.map((order) => order.customer.id))];
  const replies = await Promise.all(
    ids.map((id) => apis.store.request({ method: "GET", path: `/customers/${id}` })),
  );
  const customers = new Map(replies.map(({ body }) => [body.id, body]));
  console.log("customers:", [...customers.values()].map((customer) => customer.name).join(", "));

  const byCountry = {};
  for (const order of orders) {
    const { country } = customers.get(order.customer.id);
    const row = (byCountry[country] ??= { country, orders: 0, sold_cents: 0, refunded_cents: 0 });
    row.orders += 1;
    if (order.status === "refunded") row.refunded_cents += order.total_cents;
    else if (order.status !== "cancelled") row.sold_cents += order.total_cents;
  }

  const largest = orders.reduce((a, b) => (b.total_cents > a.total_cents ? b : a));
  return {
    apis: apiNames,
    orders: orders.length,
    countries: Object.values(byCountry).sort((a, b) => b.sold_cents - a.sold_cents),
    largest: {
      id: largest.id,
      created: largest.created,
      total: (largest.total_cents / 100).toFixed(2),
      email: customers.get(largest.customer.id).email,
    },
  };
}
