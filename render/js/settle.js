// Runs when a page is ready, just before it is read. Ends what is moving, because frames are not drawn while
// time runs ahead; lays out what is skipped while out of sight; scrolls back to the start, because positions are told from there; and tells what decides
// whether the page can be read at all.
(() => {
  for (const animation of document.getAnimations()) {
    try {
      animation.finish();
    } catch {
      // an endless one has no end to go to
    }
  }
  for (const element of globalThis["mullion.skipped"] ?? []) {
    element.style.setProperty("content-visibility", "visible", "important");
  }
  const root = document.scrollingElement;
  if (root && (root.scrollTop || root.scrollLeft)) scrollTo({ left: 0, top: 0, behavior: "instant" });
  const ways = []; // see stay.js
  for (const way of globalThis["mullion.ways"] ?? []) {
    if (typeof way === "string") ways.push(way);
  }
  return {
    type: document.contentType,
    state: document.readyState,
    nodes: document.getElementsByTagName("*").length,
    pictures: (globalThis["mullion.pictures"] ?? []).length,
    ways,
  };
})()
