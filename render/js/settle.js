// Runs when a page is ready, just before it is read. Scrolls back to the start, because positions are told
// from there, and tells what decides whether the page can be read at all.
(() => {
  const root = document.scrollingElement;
  if (root && (root.scrollTop || root.scrollLeft)) scrollTo({ left: 0, top: 0, behavior: "instant" });
  return {
    type: document.contentType,
    state: document.readyState,
    url: location.href,
    nodes: document.getElementsByTagName("*").length,
    text: document.body ? document.body.childNodes.length : 0,
    height: root ? root.scrollHeight : 0,
  };
})()
