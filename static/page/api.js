/* The public object `lossless`, and the same by messages between frames. See app/docs/messages.md for the names. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const framed = window.parent !== window;

  /** What comes from outside as what a message can carry; what none can (a cycle, a symbol) becomes its type's name. */
  const plain = (value) => { try { return JSON.parse(JSON.stringify(value) ?? "null"); } catch { return typeof value; } };
  const settings = (values) => Object.fromEntries(Object.entries({ ...values }).map(([name, value]) => [name, plain(value)]));
  const ask = (message) => page.asHost(() => page.ask(message)); // a lock is for the learner
  const [LEAST, MOST] = [1e3, 1e6];

  class Lossless extends EventTarget {
    set(values) { return ask({ type: "set", values: settings(values), drag: false }); }
    play() { return ask({ type: "play" }); }
    pause() { return ask({ type: "pause" }); }
    step() { return ask({ type: "step" }); }
    reset() { return ask({ type: "reset" }); }
    replay() { return ask({ type: "replay" }); }
    /** Rejects where n is not a whole number from 1,000 to 1,000,000. */
    async skip(n) {
      if (!Number.isInteger(n) || n < LEAST || n > MOST) throw new RangeError(`skip takes a whole number from ${LEAST} to ${MOST}`);
      return ask({ type: "skip", n });
    }
    /** The state now; before Python is live, of what is painted. */
    state() { return page.ask({ type: "get" }); }
  }
  page.api = window.lossless = new Lossless();

  page.tellHost = (message) => { if (framed) for (const target of page.targets()) window.parent.postMessage(message, target); };
  /** What any host may know: how high the page is, and that it runs. */
  page.tellAnyHost = (message) => { if (framed) window.parent.postMessage(message, "*"); };

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

  /* What any host may ask of a demo in its page, whatever its origin: its own light or dark, and to let another have its turn. */
  const obeyed = {
    host({ theme }) { if (theme === "light" || theme === "dark") { page.theme = theme; page.applyForm(); } },
    rest() { page.rest(); },
  };

  const commands = new Set(["play", "pause", "step", "reset", "replay"]);
  window.addEventListener("message", async (event) => {
    const message = event.data;
    if (!framed || event.source !== window.parent) return;
    if (!message || typeof message.type !== "string" || !message.type.startsWith("lossless:")) return;
    const what = message.type.slice("lossless:".length);
    if (Object.hasOwn(obeyed, what)) { obeyed[what](message); return; }
    if (!page.hears(event.origin)) return;
    if (what === "set" && message.settings && typeof message.settings === "object") page.api.set(message.settings);
    else if (what === "get") page.tellHost({ type: "lossless:state", state: await page.api.state() });
    else if (what === "skip") page.api.skip(message.n).catch((error) => page.tellHost({ type: "lossless:error", kind: "range", message: error.message }));
    else if (commands.has(what)) page.api[what]();
  });

  let told = 0;
  if (framed) new ResizeObserver(() => {
    const height = Math.ceil(page.byId("lossless-page").getBoundingClientRect().height);
    if (height === told || height === 0) return; // 0: in a closed <details> or a hidden tab
    told = height;
    page.tellAnyHost({ type: "lossless:size", height });
    page.tellAnyHost({ context: "h5p", action: "resize", scrollHeight: height }); // as hosts of H5P know it
    page.tellAnyHost({ subject: "lti.frameResize", height }); // and those of LTI
  }).observe(page.byId("lossless-page"));
})();
