// A program with a typo in its last line but one.
async () => {
  const { body } = await apis.store.request({
    method: "GET",
    path: "/orders",
    query: { per_page: 3 },
  });
  console.log(`got ${body.data.length} orders`);
  return body.data.map((order) => {
    return `${order.created}: ${order.custmer.name}`;
  });
}
