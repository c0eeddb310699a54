// Runs before a picture is taken. For a picture of more than the window Chrome takes the window's size away for a moment and
// gives it back: the page must neither hear of it, see prepare.js, nor pass slowly from one style to the other, as time stands
// still.
(() => {
  Object.defineProperty(globalThis, "mullion.still", { value: true, configurable: true });
  const sheet = new CSSStyleSheet();
  sheet.insertRule("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()
