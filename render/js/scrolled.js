// Moves a window that is to show the whole page, tells what listens for scrolling that more came into view, and tells the
// page's height in CSS pixels, which may depend on the window's.
((top) => {
  scrollTo({ top, behavior: "instant" });
  document.dispatchEvent(new Event("scroll", { bubbles: true }));
  return document.scrollingElement?.scrollHeight ?? 0;
})
