// Ends after two frames were drawn: then callbacks that wait for a frame, and what watches positions, have run.
// Tells how many frames the page itself asked for meanwhile, and how much it waits for from its database. No frame is drawn
// for a page whose clock is behind the real one: where it is behind `now`, in milliseconds since 1970, it tells at once by
// how many.
((now) => new Promise((done) => {
  const behind = now - performance.timeOrigin - performance.now();
  if (behind > 0) return done({ behind });
  const frames = globalThis["mullion.frames"] ?? { asked: 0, request: requestAnimationFrame };
  frames.request.call(globalThis, () =>
    frames.request.call(globalThis, () => {
      done({ asked: frames.asked, waiting: globalThis["mullion.database"]?.waiting ?? 0 });
      frames.asked = 0;
    }));
}))
