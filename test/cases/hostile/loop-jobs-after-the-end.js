// expect: value 1
// class: jobs that requeue themselves do not keep a program alive that has returned
async () => {
  const again = () => Promise.resolve().then(again);
  again();
  return 1;
}
