// Lays an SVG over the whole page, out of reach of the page's styles; "all" leaves out the direction. Pages that scroll
// to the left begin there.
(svg, width, height) => {
  const host = document.createElement("mullion-overlay");
  host.style.cssText = `all:initial;direction:ltr;position:absolute;left:0;top:0;width:${width}px;height:${height}px;` +
    "margin:0;padding:0;border:0;pointer-events:none;z-index:2147483647;overflow:visible;display:block";
  const root = host.attachShadow({ mode: "closed" });
  const doc = new DOMParser().parseFromString(svg, "image/svg+xml");
  const error = doc.querySelector("parsererror");
  if (error) throw new Error(error.textContent);
  root.append(document.importNode(doc.documentElement, true));
  document.documentElement.append(host);
  const at = host.getBoundingClientRect(); // the root element may be positioned or transformed
  const { direction, writingMode } = getComputedStyle(document.body ?? document.documentElement);
  const toLeft = writingMode === "horizontal-tb" ? direction === "rtl" : writingMode.endsWith("-rl");
  host.style.left = `${(toLeft ? Math.min(0, innerWidth - width) : 0) - at.left - scrollX}px`;
  host.style.top = `${-at.top - scrollY}px`;
}
