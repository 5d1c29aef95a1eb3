// expect: timeout
// class: two promise chains that requeue each other
// timeout: 120
async () => {
  const ping = () => Promise.resolve().then(pong);
  const pong = () => Promise.resolve().then(ping);
  ping();
  await new Promise(() => {});
}
