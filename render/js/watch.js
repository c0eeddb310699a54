// Has lazy pictures and frames loaded, and tells the page's height and whether its scripts watch for something
// to come into view.
(() => {
  const lazy = document.querySelectorAll('img[loading="lazy"], iframe[loading="lazy"]');
  for (const element of lazy) element.loading = "eager";
  const root = document.scrollingElement;
  return {
    height: root ? root.scrollHeight : 0,
    lazy: lazy.length,
    watch: globalThis["mullion.watched"] === true,
  };
})()
