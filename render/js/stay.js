// Runs in every document before the page's own scripts, where the page's HTML was given: the page stays that HTML.
// What is stopped here leaves the parser at work, which a request that fails later does not.
(() => {
  if (globalThis !== globalThis.top || !globalThis.navigation) return;
  const here = (url) => url.split("#")[0];
  const given = here(location.href);
  const ways = []; // where the page would have gone
  const stop = (address) => ways.length < 10 && ways.push(String(address));
  Object.defineProperty(globalThis, "mullion.ways", { value: ways });

  navigation.addEventListener("navigate", (event) => {
    const to = event.destination;
    if (to.sameDocument || here(to.url) === given || !event.cancelable) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    stop(to.url);
  });

  // Sending a form ends the parser before it becomes a navigation.
  // Attributes are read as such: a field of the form may have the name of a property.
  const attribute = (form, name) => Element.prototype.getAttribute.call(form, name) ?? "";
  const action = (form) => attribute(form, "action");
  const leaves = (form) => ["", "_self", "_top", "_parent"].includes(attribute(form, "target").toLowerCase());
  const submit = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    if (leaves(this)) stop(action(this));
    else submit.call(this);
  };
  addEventListener("submit", (event) => {
    if (event.defaultPrevented || !leaves(event.target)) return;
    event.preventDefault();
    stop(action(event.target));
  });
})();
