// Runs in every document before the page's own scripts.
(() => {
  // Direct connections would go around the egress guard, which sees only what passes the proxy.
  delete globalThis.RTCPeerConnection;
  delete globalThis.webkitRTCPeerConnection;
  delete globalThis.WebTransport;

  // Remember what is not laid out while it is out of sight (content-visibility: auto).
  const skipped = new Set();
  Object.defineProperty(globalThis, "mullion.skipped", { value: skipped });
  addEventListener("contentvisibilityautostatechange", (event) => event.skipped && skipped.add(event.target), true);

  // Remember the shadow trees that cannot be found later.
  const closed = [];
  Object.defineProperty(globalThis, "mullion.closed", { value: closed });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = { // a method, which new cannot call, as the browser's
    attachShadow(init) {
      const root = attachShadow.call(this, init);
      if (init?.mode === "closed") closed.push(root);
      return root;
    },
  }.attachShadow;

  // A page that is to stay as it is, see still.js, hears no more of its window: the first listener can stop the others.
  addEventListener("resize", (event) => globalThis["mullion.still"] && event.stopImmediatePropagation(), true);

  // Count the frames that the page asks for: more may be needed until what moves by script stands still.
  const request = globalThis.requestAnimationFrame;
  const frames = { asked: 0, request };
  Object.defineProperty(globalThis, "mullion.frames", { value: frames });
  if (request) {
    globalThis.requestAnimationFrame = function requestAnimationFrame(callback) {
      frames.asked++;
      return request.call(globalThis, callback);
    };
  }

  // Count what the page waits for from its database, which answers in real time.
  const database = { waiting: 0 };
  Object.defineProperty(globalThis, "mullion.database", { value: database });
  const count = (prototype, method, ...ends) => {
    if (!prototype) return;
    const original = prototype[method];
    prototype[method] = {
      [method](...args) {
        const asked = original.apply(this, args);
        database.waiting++;
        let waits = true;
        const end = () => {
          if (waits) database.waiting--;
          waits = false;
        };
        for (const event of ends) asked.addEventListener(event, end);
        return asked;
      },
    }[method];
  };
  count(globalThis.IDBFactory?.prototype, "open", "success", "error", "blocked");
  count(globalThis.IDBDatabase?.prototype, "transaction", "complete", "abort");

  // A passage from one state of the page to the next waits for frames, which virtual time does not draw: the new state is
  // there at once.
  const skip = (transition) => {
    transition.ready.catch(() => {}); // a page that does not wait for it hears nothing of it
    transition.skipTransition();
    return transition;
  };
  const { startViewTransition } = Document.prototype;
  if (startViewTransition) {
    Document.prototype.startViewTransition = {
      startViewTransition(...args) {
        return skip(startViewTransition.apply(this, args));
      },
    }.startViewTransition;
  }
  addEventListener("pagereveal", (event) => event.viewTransition && skip(event.viewTransition));

  // What watches sizes and positions is muted with it.
  const heard = (callback) => typeof callback !== "function" ? callback : function (...args) {
    if (!globalThis["mullion.still"]) return callback.apply(this, args);
  };
  if (globalThis !== globalThis.top) return;
  const Sizes = globalThis.ResizeObserver;
  if (Sizes) {
    globalThis.ResizeObserver = class ResizeObserver extends Sizes {
      constructor(callback) {
        super(heard(callback));
      }
    };
  }

  // Remember whether the page waits for something to come into view.
  const Observer = globalThis.IntersectionObserver;
  if (!Observer) return;
  globalThis.IntersectionObserver = class IntersectionObserver extends Observer {
    constructor(callback, ...how) {
      super(heard(callback), ...how);
      Object.defineProperty(globalThis, "mullion.watched", { value: true, configurable: true });
    }
  };
})();
