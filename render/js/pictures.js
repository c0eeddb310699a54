// Runs when a page is ready, before it is read. A picture that was not loaded, or a placeholder in its stead, has a box that
// tells nothing of the picture's size: such pictures are marked with the sides that the page declares for them, in CSS
// pixels, 0 for one that it leaves open. Shown as an inline box, the alternative text hides what is declared.
(() => {
  const here = [];
  for (const picture of document.images) {
    if (!picture.naturalWidth || picture.currentSrc.startsWith("data:")) here.push(picture);
  }
  if (here.length === 0) return;
  const pixels = (length) => (length && length.unit === "px" ? length.value : 0);
  const before = [...document.adoptedStyleSheets]; // the list itself is a live one
  const sizes = [];
  try {
    const sheet = new CSSStyleSheet();
    sheet.insertRule("img { display: inline-block !important }");
    document.adoptedStyleSheets = [...before, sheet];
    for (const picture of here) {
      const style = picture.computedStyleMap();
      sizes.push(`${pixels(style.get("width"))} ${pixels(style.get("height"))}`);
    }
  } finally {
    document.adoptedStyleSheets = before;
  }
  for (const [i, size] of sizes.entries()) here[i].setAttribute("mullion-declared", size);
})()
