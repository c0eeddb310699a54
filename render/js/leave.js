// Runs when a page was read, so that the next one in the tab starts without its traces. Tells the page's time, in milliseconds
// since 1970; 0 where the page has put something else in its place.
(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      globalThis[name].clear();
    } catch {
      // opaque origins have none
    }
  }
  return Number(globalThis.performance?.timeOrigin + globalThis.performance?.now?.()) || 0;
})()
