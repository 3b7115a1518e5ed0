/* Has the page kept for visits without a network, once Python is live and the browser has nothing better to do. See static/offline.js. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { offline, needed, files } = page.data; // offline: the service worker's address; null in a build without one
  const WAIT = 4000; // ms from live on that belong to the reader
  const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 500));
  const home = new URL("./", document.baseURI);

  /** Whether all windows around this one are of the same host: what another host frames is not there for a visit of its own. */
  function atHome() { try { return window.top.location.origin === location.origin; } catch { return false; } }

  const isOurs = (registration) => [registration.installing, registration.waiting, registration.active].some((worker) => worker?.scriptURL === new URL("offline.js", home).href);

  /** Takes away what an earlier build has left. */
  async function leave(registration) {
    if (registration && isOurs(registration)) await registration.unregister();
    for (const name of await caches.keys()) if (name.startsWith(`lossless ${home.pathname} `)) await caches.delete(name);
  }

  async function begin() {
    const there = (await navigator.serviceWorker.getRegistrations()).find(({ scope }) => scope === home.href);
    if (!offline) { await leave(there); return; }
    if (there && !isOurs(there)) return; // the host has one of its own for this very folder
    navigator.serviceWorker.addEventListener("message", ({ data }) => { if (data?.type === "lossless:kept" && data.whole) page.byId("kept").hidden = false; });
    const registration = await navigator.serviceWorker.register(offline, { updateViaCache: "none" });
    const message = { type: "keep", files: needed.map((name) => files[name]) };
    const tell = () => { for (const worker of [registration.installing, registration.waiting, registration.active]) worker?.postMessage(message); };
    registration.addEventListener("updatefound", tell);
    tell();
    await registration.update(); // a page of a new build has its worker come, and tells that
  }

  // Storage may be refused (a private window, a sandbox): then the page is as it was without.
  const start = () => begin().catch(() => {});
  if (offline !== undefined && atHome() && "serviceWorker" in navigator) page.api.addEventListener("live", () => setTimeout(() => idle(start), WAIT), { once: true });
})();
