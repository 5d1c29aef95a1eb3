// A call that fails in the host: once caught, once not.
async () => {
  const report = () => apis.store.request({ method: "GET", path: "/reports/sales" });
  try {
    await report();
  } catch (error) {
    console.log("caught:", error);
  }
  return (await report()).body;
}
