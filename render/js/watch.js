// Has lazy pictures and frames loaded, and tells how high a window shows the whole page, and whether something waits for
// coming into view: whether its scripts watch for that, text below the window has its place but is not seen, or an element has
// room for more than is in it, as lists of which only what is in view is there. Where the page does not scroll, an element as
// high as the window may do so in its place.
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

  const scrollerOf = (element) => { // what moves an element: an element around it, or the page
    for (let up = element.parentNode; up; up = up.parentNode ?? up.host) {
      if (up instanceof Element && ["auto", "scroll"].includes(getComputedStyle(up).overflowY)) return up;
    }
    return root;
  };
  const hasRoom = (element) => { // for more than a view of what moves it, because a script has measured so
    if (!(element.style instanceof CSSStyleDeclaration)) return false; // a form's field may have the name of a property
    if (!["height", "min-height", "padding-bottom"].some((name) => element.style.getPropertyValue(name).endsWith("px"))) return false;
    let end = 0;
    for (const child of element.children) end = Math.max(end, child.getBoundingClientRect().bottom);
    const room = element.getBoundingClientRect().bottom - end;
    return end > 0 && room > 0 && room > (scrollerOf(element)?.clientHeight ?? 0);
  };
  const lists = new Map(); // what moves such elements, with its least height
  const note = (list) => list?.style instanceof CSSStyleDeclaration && lists.set(list, [list.style.getPropertyValue("min-height"), list.style.getPropertyPriority("min-height")]);

  const unseen = new Set(); // what leaves the flow is a menu or a notice, and waits for something else
  const away = new Set();
  const visit = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      if (element.hasAttribute("style") && hasRoom(element)) note(scrollerOf(element));
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
  Object.defineProperty(globalThis, "mullion.lists", { value: lists, configurable: true });
  return {
    height,
    lazy: lazy.length,
    lists: lists.size,
    watch: globalThis["mullion.watched"] === true || unseen.size > 0 || lists.size > 0,
  };
})()
