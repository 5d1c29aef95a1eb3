// What is there about shipments?
async () =>
  Object.entries(specs.courier.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]) => `${method.toUpperCase()} ${path}: ${op.description}`),
  )
