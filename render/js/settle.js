// Runs when a page is ready, just before it is read. Ends what is moving, because frames are not drawn while
// time runs ahead, and takes away what moves without an end where it hides something; lays out what is skipped while out of
// sight, also in shadow trees and in frames that can be reached; shows again what was seen when it was scrolled to; scrolls
// back to the start, because positions are told from there; and tells what decides whether the page can be read at all.
(() => {
  const layOut = (element) => element.style.setProperty("content-visibility", "visible", "important");
  const found = []; // laid out at the end: what is read between two changes of style costs a pass over the page
  const findIn = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (getComputedStyle(element).contentVisibility === "auto") found.push(element);
    }
  };
  const place = (tree) => { // what its host holds beside elements of the same kind that have a slot
    if (!(tree instanceof ShadowRoot)) return; // a form's field may have the name of a property
    const slots = new Map(); // by what they show
    for (const slot of tree.querySelectorAll("slot")) for (const element of slot.assignedElements()) slots.set(element, slot);
    const children = [...tree.host.children];
    const first = new Map(children.filter((element) => slots.has(element)).reverse().map((element) => [element.localName, element])); // of each kind
    const last = new Map(); // slots by the kinds of what they show
    children.forEach((element) => {
      const kind = element.localName;
      if (slots.has(element)) return last.set(kind, slots.get(element));
      if (!first.has(kind) || !String(element.textContent).trim()) return;
      const slot = document.createElement("slot");
      slot.name = element.slot;
      slot.style.setProperty("display", "none", "important");
      if (last.has(kind)) last.get(kind).after(slot);
      else slots.get(first.get(kind)).before(slot);
      if (tree.slotAssignment === "manual") slot.assign(element);
      for (const assigned of slot.assignedElements()) slots.set(assigned, slot);
      if (last.has(kind)) last.set(kind, slot);
    });
  };
  const settleIn = (root) => { // the shadow trees and the frames of the root's elements
    for (const { shadowRoot, contentDocument } of root.querySelectorAll("*")) {
      if (shadowRoot) {
        place(shadowRoot);
        findIn(shadowRoot);
        settleIn(shadowRoot);
      }
      if (contentDocument?.defaultView) settle(contentDocument.defaultView);
    }
  };
  const isSeen = (element) => {
    const { opacity, visibility } = getComputedStyle(element);
    return opacity !== "0" && visibility !== "hidden";
  };
  // What has no end, or goes with the scrolling, shows at another time what it hides now: that is seen as it is without it.
  const settleAnimations = ({ document }) => {
    const endless = [];
    for (const animation of document.getAnimations()) {
      let ends = animation.timeline === document.timeline;
      try {
        animation.finish();
      } catch {
        ends = false;
      }
      if (!ends && animation.effect?.target) endless.push(animation);
    }
    const unseen = [];
    for (const animation of endless) {
      if (!isSeen(animation.effect.target)) unseen.push(animation);
    }
    for (const animation of unseen) animation.cancel();
  };
  const settle = (frame) => {
    settleAnimations(frame);
    const skipped = frame["mullion.skipped"] ?? [];
    skipped.forEach(layOut);
    skipped.forEach(findIn);
    if (frame !== globalThis) findIn(frame.document); // what is out of sight with its frame was not told of
    settleIn(frame.document);
    for (const root of frame["mullion.closed"] ?? []) {
      place(root);
      findIn(root);
      settleIn(root);
    }
  };
  settle(globalThis);
  found.forEach(layOut);
  for (const [element, shown] of globalThis["mullion.seen"] ?? []) { // see seen.js
    if (isSeen(element)) continue;
    element.style.setProperty("transition", "none", "important");
    for (const name in shown) element.style.setProperty(name, shown[name], "important");
  }
  const root = document.scrollingElement;
  if (root && (root.scrollTop || root.scrollLeft)) scrollTo({ left: 0, top: 0, behavior: "instant" });
  const ways = []; // see stay.js
  for (const way of globalThis["mullion.ways"] ?? []) {
    if (typeof way === "string") ways.push(way);
  }
  return {
    nodes: document.getElementsByTagName("*").length,
    pictures: (globalThis["mullion.pictures"] ?? []).length,
    ways,
  };
})()
