// expect: error /inside toJSON/
// class: a toJSON that throws
async () => [{ toJSON() { throw new Error("inside toJSON"); } }]
