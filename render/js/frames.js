// Ends after two frames were drawn: then callbacks that wait for a frame, and what watches positions, have run.
// Tells how many frames the page itself asked for meanwhile, and how much it waits for from its database. No frame is drawn
// for a page whose clock is behind the real one: where it is behind `now`, in milliseconds since 1970, it tells at once by
// how many. At the first time the mouse moves, as a reader's does: many pages run most of their scripts only then.
((now) => new Promise((done) => {
  const move = (type) =>
    (document.body ?? document.documentElement)?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: globalThis }));
  const behind = now - performance.timeOrigin - performance.now();
  if (behind > 0) return done({ behind });
  const frames = globalThis["mullion.frames"] ?? { asked: 0, request: requestAnimationFrame };
  frames.request.call(globalThis, () =>
    frames.request.call(globalThis, () => {
      if (!frames.moved) {
        frames.moved = true;
        try {
          move("mouseover");
          move("mousemove");
        } catch {
          // a page may replace what this needs
        }
      }
      done({ asked: frames.asked, waiting: globalThis["mullion.database"]?.waiting ?? 0 });
      frames.asked = 0;
    }));
}))
