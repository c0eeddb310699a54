// Tells the page's height, and whether anything in it waits to come into view.
(() => {
  const root = document.scrollingElement;
  return {
    height: root ? root.scrollHeight : 0,
    watch: globalThis[Symbol.for("mullion.watched")] === true ||
      !!document.querySelector('img[loading="lazy"], iframe[loading="lazy"]'),
  };
})()
