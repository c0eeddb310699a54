// Has elements that show only a part of a list, see watch.js, show all of it, as far as `most` pixels hold it; 0 gives them
// their size back. Tells how much text is there.
((most) => {
  for (const [element, size] of globalThis["mullion.lists"] ?? []) {
    if (element === document.scrollingElement) continue;
    if (most === 0) {
      element.style.setProperty("min-height", ...size);
      continue;
    }
    element.style.setProperty("min-height", `${Math.min(element.scrollHeight, most)}px`, "important");
    element.dispatchEvent(new Event("scroll"));
  }
  const written = (tree) => {
    let length = tree.textContent.length;
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) length += written(element.shadowRoot);
      if (element.localName === "script" || element.localName === "style") length -= element.textContent.length;
    }
    return length;
  };
  return written(document.documentElement);
})
