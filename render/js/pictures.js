// Runs when a page is ready, before it is read. A picture that was not loaded, or a placeholder in its stead, has a box that
// tells nothing of the picture's size: such pictures are numbered, for declared.js.
(() => {
  const pictures = [];
  for (const picture of document.images) {
    if (picture.naturalWidth && !picture.currentSrc.startsWith("data:")) continue;
    picture.setAttribute("mullion-picture", pictures.length);
    pictures.push(picture);
  }
  Object.defineProperty(globalThis, "mullion.pictures", { value: pictures, configurable: true });
})()
