/* The public object `lossless`, and the same by messages between frames. See README for the names. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const framed = window.parent !== window;

  class Lossless extends EventTarget {
    set(values) { return page.ask({ type: "set", values: { ...values }, drag: false }); }
    play() { return page.ask({ type: "play" }); }
    pause() { return page.ask({ type: "pause" }); }
    step() { return page.ask({ type: "step" }); }
    reset() { return page.ask({ type: "reset" }); }
    replay() { return page.ask({ type: "replay" }); }
    skip(n) { return page.ask({ type: "skip", n }); }
    /** The state now; before Python is live, of what is painted. */
    state() { return page.ask({ type: "get" }); }
  }
  page.api = window.lossless = new Lossless();

  page.tellHost = (message) => { if (framed) window.parent.postMessage(message, "*"); };

  let lastTold = 0;
  let waiting = null;
  /** Fires `state`, at most ten times a second, and at once where the update asks for it (after a step). */
  page.announce = (state, atOnce) => {
    const tell = () => {
      clearTimeout(waiting);
      waiting = null;
      lastTold = performance.now();
      page.api.dispatchEvent(new CustomEvent("state", { detail: state }));
      page.tellHost({ type: "lossless:state", state });
    };
    const due = lastTold + 100 - performance.now();
    if (atOnce || due <= 0) tell();
    else { clearTimeout(waiting); waiting = setTimeout(tell, due); }
  };

  const commands = new Set(["play", "pause", "step", "reset", "replay", "skip"]);
  window.addEventListener("message", async (event) => {
    const message = event.data;
    if (!framed || event.source !== window.parent || event.origin !== location.origin) return;
    if (!message || typeof message.type !== "string" || !message.type.startsWith("lossless:")) return;
    const what = message.type.slice("lossless:".length);
    if (what === "set" && message.settings && typeof message.settings === "object") page.ask({ type: "set", values: { ...message.settings }, drag: false });
    else if (what === "get") page.tellHost({ type: "lossless:state", state: await page.api.state() });
    else if (commands.has(what)) page.ask({ type: what, n: message.n });
  });

  let told = 0;
  if (framed) new ResizeObserver(() => {
    const height = Math.ceil(page.byId("lossless-page").getBoundingClientRect().height);
    if (height !== told) { told = height; page.tellHost({ type: "lossless:size", height }); }
  }).observe(page.byId("lossless-page"));
})();
