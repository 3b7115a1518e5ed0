/* Python in a worker: starts it, keeps what was pressed before it was there, hands its updates on, notices when it fails or stalls. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const STALL_START = 30_000; // ms without a byte or a step while starting
  const STALL_SNAPSHOT = 8_000; // the same where the bundle is still to be tried
  const STALL_LIVE = 6_000; // ms without an answer once live
  let line = null; // to a worker: see line.js
  let resting = false; // another demo of the host's page has its turn
  let live = false;
  let kind = "snapshot"; // what Python starts from
  let reason = null; // why not from the snapshot
  let broken = false; // it was tried, and did not start
  let started = false; // for another demo, before this one came
  let early = [];
  let asked = new Map();
  let nextQuestion = 1;
  let lastHeard = 0;
  let waitingSince = null;
  let unanswered = 0; // messages that the worker has not said that it heard
  let query = location.search.slice(1);
  let latest = null;
  const painted = page.data.painted;

  const UNSEEN = 1000; // ms after which what was written counts as shown, though nobody sees it
  const IDLE = 3000; // ms without a message, after which scenes are prepared
  const AIMED = 100; // ms of a pointer on a link that make it more than passing by
  let lastSent = 0;
  let unprepared = [];
  let preparing = false;

  const now = () => performance.now();
  const startOf = () => ({ kind: page.data.served ? "server" : kind, reason });

  // ---- towards Python
  const QUIET = new Set(["get", "visible", "table"]);
  page.send = (message) => {
    if (page.refuses(message)) return;
    if (resting && !QUIET.has(message.type)) wake();
    if (!live && page.tape.hear(message)) return;
    if (message.type !== "visible") pretend(message);
    if (!live) { early.push(message); return; }
    if (message.drag && waitingSince !== null) { if (moved && subject(moved) !== subject(message)) hand(moved); moved = message; return; }
    sendMoved();
    hand(message);
  };
  function hand(message) {
    lastSent = now();
    waitingSince ??= now();
    page.transport(message);
  }

  // What is dragged moves faster than a slow machine draws: while Python is at one place of it, the last of the next is enough.
  let moved = null;
  const subject = ({ type, values, law, index }) => [type, Object.keys(values ?? {}), law, index].join();
  function sendMoved() {
    if (moved) hand(moved);
    moved = null;
  }

  /** An answer came; what was sent after what it answers is still waited for. */
  function answered() {
    waitingSince = unanswered > 0 ? now() : null;
    if (waitingSince === null) sendMoved();
  }

  /** Has the figures of a scene made before it is opened, so that it is there at once. */
  function prepare(name) {
    if (!live || preparing || !unprepared.includes(name)) return;
    unprepared = unprepared.filter((one) => one !== name);
    preparing = true;
    page.transport({ type: "prepare", scene: name });
  }
  for (const link of document.querySelectorAll("[data-scene-link]")) {
    const act = () => prepare(link.dataset.sceneLink);
    let aimed = null;
    link.addEventListener("pointerenter", () => { aimed = setTimeout(act, AIMED); });
    link.addEventListener("pointerleave", () => clearTimeout(aimed));
    for (const event of ["focus", "pointerdown"]) link.addEventListener(event, act);
  }
  const atLeisure = () => !document.hidden && !latest?.playing && waitingSince === null && now() - lastSent > IDLE;
  setInterval(() => { if (atLeisure()) prepare(unprepared[0]); }, 250);

  /** Sends a message and promises the state after it; before Python is live `get` answers at once with what is painted. */
  page.ask = (message) => {
    if (!live && message.type === "get") return Promise.resolve(earlyState());
    if (live && page.refuses(message)) return Promise.resolve(latest);
    return new Promise((resolve) => {
      const id = nextQuestion++;
      asked.set(id, resolve);
      if (!live) { page.send(message); asked.delete(id); resolve(earlyState()); return; }
      page.send({ ...message, reply: id });
    });
  };

  /** Sends a slice of a file and promises the state after it; `live` is false in that state where Python is gone. */
  page.askBytes = (buffer, last) => {
    if (!live) return Promise.resolve(earlyState());
    return new Promise((resolve) => {
      const id = nextQuestion++;
      asked.set(id, resolve);
      waitingSince ??= now();
      page.transportBytes(buffer, last, id);
    });
  };

  page.isLive = () => live;
  page.whenLive = () => new Promise((resolve) => page.api.addEventListener("live", resolve, { once: true }));

  let wantsPlay = null;
  /** Before Python is live, a pressed control shows that it was heard. */
  function pretend(message) {
    if (live) return;
    if (["play", "pause", "replay", "reset"].includes(message.type)) {
      wantsPlay = message.type === "play" || message.type === "replay";
      page.showPlay(wantsPlay);
      page.byId("note").textContent = page.text["loading.kept"];
    }
    if (["step", "act"].includes(message.type)) page.byId("note").textContent = page.text["loading.kept"];
    if (message.type === "set") { Object.assign(painted.settings, page.readable(message.values)); page.paint(painted.settings); }
  }
  const earlyState = () => ({ ...(latest ?? page.tape.state() ?? painted), settings: { ...painted.settings }, live: false, start: startOf() });

  // ---- from Python
  page.receive = ({ state, show, reply }) => {
    lastHeard = now();
    if (!line) answered(); // a server says nothing else
    latest = { ...state, live: true, start: startOf() };
    query = show.query;
    page.show(show);
    page.revealCharts();
    if (!live) goLive();
    if (reply && asked.has(reply)) { asked.get(reply)(latest); asked.delete(reply); }
    page.announce(latest, Boolean(reply) || show.at_once);
    writeAddress(show.query);
  };

  function goLive() {
    live = true;
    page.tape.end();
    rememberStart();
    page.unfailIf("slow");
    page.hideProgress();
    page.asHost(() => { for (const message of early.splice(0)) page.send(message); }); // each was let pass when it came
    // two frames: the label that Python wrote on linking has been painted (out of sight and in a hidden tab there are none)
    const seen = new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); setTimeout(resolve, UNSEEN); });
    seen.then(() => {
      performance.mark("lossless:live");
      page.api.dispatchEvent(new CustomEvent("live"));
      page.tellHost({ type: "lossless:ready" });
      lastSent = now();
      preparing = false;
      unprepared = page.data.served || latest.settings.embed ? [] : page.sceneNames.filter((name) => name !== sceneIn(query));
    });
  }

  const sceneIn = (search) => new URLSearchParams(search).get("scene") ?? "converge";
  window.addEventListener("popstate", () => { written = location.search.slice(1); page.asHost(() => { page.showScene(sceneIn(location.search)); page.send({ type: "address", query: written }); }); });

  let addressTimer = null;
  let written = location.search.slice(1);
  function writeAddress(text) {
    if (text === written || addressTimer) return;
    addressTimer = setTimeout(() => {
      addressTimer = null;
      written = query;
      const moved = sceneIn(query) !== sceneIn(location.search) && window.parent === window; // a host's Back is the host's
      try { history[moved ? "pushState" : "replaceState"](null, "", (query ? `?${query}` : location.pathname) + location.hash); } catch { /* a sandbox without history */ }
    }, 300);
  }

  // ---- the worker
  /** Something came that Python starts from: nobody is silent. */
  page.heard = () => { lastHeard = now(); };

  const entropy = () => { const [high, low] = crypto.getRandomValues(new Uint32Array(2)); return (high % 2 ** 21) * 2 ** 32 + low; };
  page.opening = () => ({ type: "open", query, entropy: entropy(), hidden: document.hidden || !onScreen, band: page.data.band, ...page.tape.opening() });

  // In localStorage, for this build: {build, reason} of a snapshot that did not start here; {build, ways} of one that is in the cache.
  const [REMEMBERED, KEPT] = ["lossless:no-snapshot", "lossless:kept"];
  function recall(key, field) {
    try {
      const told = JSON.parse(localStorage.getItem(key)) ?? {};
      return told.build === page.data.build ? told[field] : null;
    } catch { return null; } // a sandbox without storage
  }
  function remember(key, told) {
    try { localStorage.setItem(key, JSON.stringify({ build: page.data.build, ...told })); } catch { /* a sandbox without storage */ }
  }
  function rememberStart() {
    if (kind === "snapshot") remember(KEPT, { ways: page.ways });
    else if (broken) { if (navigator.onLine !== false) remember(REMEMBERED, { reason }); } // offline it may just not be kept
    else line.post({ kind: "fetch" }); // the snapshot, for the next visit
  }

  /** Whether a service worker answers for this page. */
  function isKept() { try { return Boolean(navigator.serviceWorker?.controller); } catch { return false; } } // a sandbox without

  /** Fetches for a worker that may not; see static/worker.js. */
  async function fetchFor(mine, url) {
    let buffer;
    try { buffer = await (await fetch(url, { cache: "force-cache" })).arrayBuffer(); } catch { /* told by its absence */ }
    mine.post({ kind: "fetched", url, buffer }, buffer ? [buffer] : []);
  }

  /** The snapshot did not start: the same once more, from the bundle. */
  function fallBack(why) {
    line.close();
    console.warn(`lossless: starting from the bundle, since the snapshot did not start: ${why}`);
    page.restartProgress();
    page.startWorker(String(why));
  }

  /** Starts Python from the snapshot; from the bundle where `why` says what spoke against that, now or when it was last tried. */
  page.startWorker = (why = recall(REMEMBERED, "reason")) => {
    lastHeard = now();
    started = false;
    reason = why;
    broken = why !== null;
    kind = broken ? "bundle" : "snapshot"; // until the worker says what it has chosen
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") { page.fail("old-browser", typeof WebAssembly === "object" ? "Worker" : "WebAssembly", null); return; }
    const hear = (handler) => (...given) => { if (mine === line) handler(...given); };
    const mine = (line = page.openLine(broken ? "bundle" : "choice", hear(fromWorker), hear((details, closed) => {
      if (closed && !live) page.startWorker(why);
      else dead(live ? "crashed" : "start", details);
    })));
    page.worker = mine.worker;
    const begin = (lock) => mine.post({ kind: "begin", lock, files: page.data.files, sizes: page.data.sizes, root: document.baseURI, ways: recall(KEPT, "ways"), kept: isKept() });
    if (mine.shared) page.holdLife().then(begin); else begin(null);
    unanswered = 0;
    const post = (data, given) => { unanswered += 1; mine.post(data, given); };
    page.transport = (message) => post({ kind: "message", message: JSON.stringify(message) });
    page.transportBytes = (buffer, last, reply) => post({ kind: "bytes", buffer, last, reply }, [buffer]);
    page.transportOrder = (order, request) => mine.post({ kind: "keep", order, request });
  };
  window.addEventListener("pagehide", () => { if (line?.shared) line.close(); });

  function fromWorker(note) {
    lastHeard = now();
    Object.assign(page.ways, note.ways); // one that failed early has not asked about every file
    if (note.kind === "progress") { if (!live) { page.showProgress(note.loaded, note.total, note.step); page.unfailIf("slow"); } }
    else if (note.kind === "chosen") { if (!broken) { kind = note.start; reason = note.reason; } started = note.there; }
    else if (note.kind === "fetch") fetchFor(line, note.url);
    else if (note.kind === "kept") remember(KEPT, { ways: note.ways });
    else if (note.kind === "ready") ready();
    else if (note.kind === "patch") patch(note);
    else if (note.kind === "alive") { unanswered -= 1; preparing = false; answered(); }
    else if (note.kind === "making" || note.kind === "made") page.heardOfFile(note);
    else if (note.kind === "raised" && !live && kind === "snapshot") fallBack(note.details);
    else if (note.kind === "raised") page.fail("raised", note.details, page.restart);
    else if (note.kind === "failed") dead(live ? "crashed" : "start", note.details);
  }

  let chartsReady = null;
  async function ready() {
    try { await chartsReady; } catch { return; } // its own message is on screen
    page.transport(page.opening());
  }
  function patch({ patch }) {
    try { page.applySliding(() => page.document.apply_json_patch(JSON.parse(patch))); } catch (error) { page.fail("raised", error, page.restart); }
  }

  function dead(failure, details) {
    if (line && !live && kind === "snapshot") { fallBack(details); return; }
    hangUp();
    page.fail(failure, details, page.restart);
  }
  function hangUp() {
    line?.close();
    line = null;
    live = false;
    wantsPlay = null;
    page.showPlay(false);
    giveUp();
  }
  /** What was asked of a worker that is gone is answered with what is known. */
  function giveUp() {
    moved = null;
    for (const resolve of asked.values()) resolve(earlyState());
    asked.clear();
    page.dropOrders();
  }

  /** Lets Python go, for another demo of the host's page: the last picture stays, and whatever is pressed brings it back. */
  page.rest = () => {
    if (resting || line?.shared) return;
    resting = true;
    hangUp();
    page.unfail();
    page.hideProgress();
    page.byId("rest").hidden = false;
  };
  function wake() {
    resting = false;
    page.byId("rest").hidden = true;
    page.restart();
  }
  page.byId("wake").addEventListener("click", wake);

  /** Retry: a new worker with the settings that held; what cannot be undone by that is said on screen. */
  page.restart = () => {
    giveUp();
    if (line?.shared) { page.restartAll(); return; }
    line?.close();
    live = false;
    page.restartProgress();
    page.startCharts();
    page.startWorker();
  };

  page.startCharts = () => {
    page.discardCharts();
    chartsReady = page.embedCharts();
    chartsReady.catch((error) => { line?.close(); line = null; page.fail("charts", error.message, page.restart); });
  };

  setInterval(() => {
    if (!line || document.hidden) { lastHeard = now(); waitingSince = waitingSince && now(); return; }
    const silent = now() - lastHeard;
    if (!live && kind === "snapshot" && !started && silent > STALL_SNAPSHOT) fallBack(`no byte and no step for ${STALL_SNAPSHOT / 1000} s`);
    if (!live && silent > STALL_START && !page.lastFailure) page.fail("slow", `${Math.round(silent / 1000)} s`, page.restart);
    if (live && waitingSince && now() - waitingSince > STALL_LIVE && !page.lastFailure) page.fail("stuck", `${Math.round((now() - waitingSince) / 1000)} s`, page.restart);
  }, 500);

  // Hidden or off screen: paused, and resumed without a burst.
  let onScreen = true;
  const tellVisible = () => { if (live) page.transport({ type: "visible", on: onScreen && !document.hidden }); };
  document.addEventListener("visibilitychange", tellVisible);
  if ("IntersectionObserver" in window) new IntersectionObserver((entries) => { onScreen = entries.at(-1).isIntersecting; tellVisible(); }).observe(page.byId("lossless-page"));
})();
