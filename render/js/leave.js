// Runs when a page was read, so that the next one in the tab starts without its traces.
(() => {
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      globalThis[name].clear();
    } catch {
      // opaque origins have none
    }
  }
})()
