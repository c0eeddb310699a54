// Has lazy pictures and frames loaded, and tells how high a window shows the whole page, and whether its scripts watch
// for something to come into view. Where the page does not scroll, an element as high as the window may do so in its place.
(() => {
  const lazy = document.querySelectorAll('img[loading="lazy"], iframe[loading="lazy"]');
  for (const element of lazy) element.loading = "eager";
  const root = document.scrollingElement;
  let height = root ? root.scrollHeight : 0;
  const visit = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const { clientHeight, scrollHeight } = element;
      if (scrollHeight <= clientHeight || clientHeight < innerHeight / 2) continue;
      const { overflowY } = getComputedStyle(element);
      if (overflowY === "auto" || overflowY === "scroll") height = Math.max(height, innerHeight + scrollHeight - clientHeight);
    }
  };
  if (height <= innerHeight) visit(document);
  return {
    height,
    lazy: lazy.length,
    watch: globalThis["mullion.watched"] === true,
  };
})()
