// Runs when more came into view: notes how what waited for that, see watch.js, is shown, as it may go again when it is out of
// sight. No frames are drawn while time runs ahead, so what is moving is at its end.
(() => {
  const unseen = globalThis["mullion.unseen"] ?? new Set();
  const seen = globalThis["mullion.seen"] ?? new Map();
  Object.defineProperty(globalThis, "mullion.seen", { value: seen, configurable: true });
  for (const element of unseen) {
    for (const animation of element.getAnimations()) {
      try {
        animation.finish();
      } catch {
        // an endless one has no end to go to
      }
    }
    const { opacity, visibility, transform, translate } = getComputedStyle(element);
    if (opacity === "0" || visibility === "hidden") continue;
    unseen.delete(element);
    seen.set(element, { opacity, visibility, transform, translate });
  }
})()
