// Runs in every document before the page's own scripts.
(() => {
  // Direct connections would go around the egress guard, which sees only what passes the proxy.
  delete globalThis.RTCPeerConnection;
  delete globalThis.webkitRTCPeerConnection;
  delete globalThis.WebTransport;

  // Remember whether the page waits for something to come into view.
  const Observer = globalThis.IntersectionObserver;
  if (!Observer || globalThis !== globalThis.top) return;
  globalThis.IntersectionObserver = class IntersectionObserver extends Observer {
    constructor(...args) {
      super(...args);
      Object.defineProperty(globalThis, Symbol.for("mullion.watched"), { value: true, configurable: true });
    }
  };
})();
