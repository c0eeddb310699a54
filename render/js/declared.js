// Runs when a page was read: what it does to styles needs no layout anymore. Tells the width and height that the page
// declares for the pictures of pictures.js, in CSS pixels, 0 for a side that is left open. Shown as an inline box, the
// alternative text of a picture hides what is declared.
(() => {
  const pixels = (length) => (length && length.unit === "px" ? length.value : 0);
  const before = [...document.adoptedStyleSheets]; // the list itself is a live one
  const sheet = new CSSStyleSheet();
  sheet.insertRule("img { display: inline-block !important }");
  document.adoptedStyleSheets = [...before, sheet];
  const sizes = [];
  for (const picture of globalThis["mullion.pictures"]) {
    const style = picture.computedStyleMap();
    sizes.push([pixels(style.get("width")), pixels(style.get("height"))]);
  }
  document.adoptedStyleSheets = before;
  return sizes;
})()
