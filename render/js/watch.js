// Has lazy pictures and frames loaded, and tells how high a window shows the whole page, and whether something waits for
// coming into view: whether its scripts watch for that, or text below the window has its place but is not seen. Where the page
// does not scroll, an element as high as the window may do so in its place.
(() => {
  const lazy = document.querySelectorAll('img[loading="lazy"], iframe[loading="lazy"]');
  for (const element of lazy) element.loading = "eager";
  const root = document.scrollingElement;
  let height = root ? root.scrollHeight : 0;
  const scrollers = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) scrollers(element.shadowRoot);
      const { clientHeight, scrollHeight } = element;
      if (scrollHeight <= clientHeight || clientHeight < innerHeight / 2) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY === "auto" || overflowY === "scroll") height = Math.max(height, innerHeight + scrollHeight - clientHeight);
    }
  };
  if (height <= innerHeight) scrollers(document);

  const unseen = new Set(); // what leaves the flow is a menu or a notice, and waits for something else
  const away = new Set();
  const visit = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (away.has(element.parentElement)) {
        away.add(element);
        continue;
      }
      if (element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || !element.checkVisibility()) continue;
      const { opacity, position, visibility } = getComputedStyle(element);
      if (position === "absolute" || position === "fixed") away.add(element);
      else if ((opacity === "0" || visibility === "hidden") && element.getBoundingClientRect().top >= innerHeight && element.textContent.trim()) {
        unseen.add(element);
      }
    }
  };
  visit(document);
  Object.defineProperty(globalThis, "mullion.unseen", { value: unseen, configurable: true });
  return {
    height,
    lazy: lazy.length,
    watch: globalThis["mullion.watched"] === true || unseen.size > 0,
  };
})()
