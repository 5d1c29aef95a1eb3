// expect: error /./
// class: throw a revoked proxy
async () => { const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); throw proxy; }
