// expect: error /revoked|proxy/i
// class: a revoked proxy
async () => { const { proxy, revoke } = Proxy.revocable({}, {}); const o = { get a() { return proxy; } }; revoke(); return o; }
