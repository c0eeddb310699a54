// Ends after two frames were drawn: then callbacks that wait for a frame, and what watches positions, have run.
// Tells how many frames the page itself asked for meanwhile.
new Promise((done) => {
  const frames = globalThis["mullion.frames"] ?? { asked: 0, request: requestAnimationFrame };
  frames.request.call(globalThis, () =>
    frames.request.call(globalThis, () => {
      done(frames.asked);
      frames.asked = 0;
    }));
})
