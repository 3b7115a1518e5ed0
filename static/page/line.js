/* The line to a Python, whoever else may be on it: a worker of this page's own, or, where the page is embedded, one that all embedded demos
   share. python.js opens it and knows no more of it than this: `post`, `close`, and whether it is `shared`. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const GENERATION = "lossless:generation"; // in sessionStorage: how often all began anew
  const embedded = page.embed && window.parent !== window;
  const MOST_ENDS = 2; // of shared workers that end by themselves, as one does that was about to end with its last page
  let ends = 0;
  let sharing = embedded && page.source.sharable && typeof SharedWorker === "function" && self.origin !== "null";

  /** Opens a line to a Python that starts as `name` says. `hear` is called with each note of the worker, `dead` when there will be no more:
      with what is known of why, and whether that is no fault of the start, which can be tried again as it was. */
  page.openLine = (name, hear, dead) => {
    if (sharing) {
      try { return openShared(name, hear, dead); } catch { sharing = false; } // a browser that forbids it here
    }
    return openOwn(name, hear, dead);
  };

  function openOwn(name, hear, dead) {
    const worker = page.source.worker(name);
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => { event.preventDefault?.(); dead(event.message || "worker.js"); };
    worker.onmessageerror = () => dead("a message that could not be read");
    page.tellAnyHost({ type: "lossless:runs", shared: false });
    return { worker, shared: false, post: (note, carried) => worker.postMessage(note, carried), close: () => worker.terminate() };
  }

  // ---- shared by all embedded demos of this origin and this build
  const generation = () => { try { return Number(sessionStorage.getItem(GENERATION)); } catch { return 0; } };

  const mine = generation(); // as it was when this page began: frames of one tab share their storage

  function openShared(name, hear, dead) {
    const worker = new SharedWorker(page.source.urlOf("worker.js"), { type: "module", name: `${name} ${mine}` });
    const { port } = worker;
    let heard = false;
    let open = true;
    const gone = (why, again = false) => {
      if (!open) return;
      if (!heard || ++ends > MOST_ENDS) sharing = false; // no such workers here: the next line is one of our own
      dead(why, again || !heard);
    };
    worker.onerror = (event) => { event.preventDefault?.(); gone(event.message || "worker.js"); };
    port.onmessage = ({ data }) => {
      if (data.kind === "shared") {
        heard = true;
        page.tellAnyHost({ type: "lossless:runs", shared: true });
        if (data.lock) navigator.locks.request(data.lock, () => gone("the worker that all demos share has ended", true)).catch(() => {});
      } else if (open) hear(data);
    };
    port.onmessageerror = () => gone("a message that could not be read");
    return { worker, shared: true, post: (note, carried) => port.postMessage(note, carried), close() { open = false; port.postMessage({ kind: "bye" }); } };
  }

  /** A lock that this page holds for as long as it lives, for a shared worker to wait for; null where there are no locks. */
  const life = `lossless:${Math.random()}`;
  let held = null;
  page.holdLife = () => (held ??= !sharing || !navigator.locks ? Promise.resolve(null) : new Promise((resolve) => {
    navigator.locks.request(life, () => { resolve(life); return new Promise(() => {}); }).catch(() => resolve(null));
  }));

  /* A shared worker that hangs cannot be ended by anybody while a page is on its line. So where one of them starts over, all do: each loads
     itself anew, its address says with which settings, and the old worker ends with its last page. */
  const channel = sharing && typeof BroadcastChannel === "function" ? new BroadcastChannel("lossless:restart") : null;
  function begin(next) {
    try { sessionStorage.setItem(GENERATION, String(next)); } catch { return; }
    location.reload();
  }
  channel?.addEventListener("message", ({ data }) => { if (data.build === page.data.build && data.generation > mine) begin(data.generation); });
  page.restartAll = () => {
    const next = mine + 1;
    channel?.postMessage({ build: page.data.build, generation: next });
    begin(next);
  };

  window.addEventListener("pageshow", (event) => { if (event.persisted && sharing) location.reload(); }); // its client has left
})();
