/* The service worker: keeps one build for visits without a network. The build writes before this text what is to be kept: BUILD =
   {version, files: {path: {type, hash, bytes, zipped, needed}}, pages: {path: {type, hash}}}.

   Never a mix: `files` lie under names with a hash of their content, and a page is kept only if it is the one of this build. Pages come from
   the network where there is one, so a new deployment is seen at once; the last build that was kept whole stands in where there is none.
   Knows no caches but those whose names begin with its own scope. Installs nothing by itself: a page that is live asks it to keep. */
const HOME = new URL("./", self.location);
const PREFIX = `lossless ${HOME.pathname} `;
const FILES = `${PREFIX}files`; // of all builds, by address: what two builds share lies here once
const BUILDS = `${PREFIX}build `;
const MINE = BUILDS + BUILD.version; // the pages of this build
const WHOLE = "whole"; // the last entry of a build: the paths of its files
const HASHED = /^[\w-]+-[0-9a-f]{12}[/.]/;
const PATIENCE = 5000; // ms to wait for a page from the network where one is kept
const REST = 3; // times the work of compressing
const ANEW = ["reload", "no-store", "no-cache"]; // what a Retry asks for

const addressOf = (path) => new URL(path, HOME).href;
const find = (path, cacheName) => caches.match(addressOf(path), { cacheName });

/** The path from our folder, "" for the folder itself; null outside of it. */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  return origin === HOME.origin && pathname.startsWith(HOME.pathname) ? pathname.slice(HOME.pathname.length) : null;
}

// ---- to keep
const isGzip = async (blob) => String(new Uint8Array(await blob.slice(0, 2).arrayBuffer())) === "31,139";

/** An answer that holds what the build wrote; asked for once more, past the browser's cache, where that holds anything else. */
async function sound(path, integrity, cache) {
  const ask = async (how) => {
    const answer = await fetch(addressOf(path), { cache: how, integrity, priority: "low" });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
    return answer;
  };
  return ask(cache).catch(() => ask("reload"));
}

/** The headers to keep: all but those of the way over the wire, whose encoding is undone. */
function headersOf(answer, type) {
  const headers = new Headers(answer.headers);
  for (const name of ["content-encoding", "content-length", "vary"]) headers.delete(name);
  headers.set("content-type", type);
  return headers;
}

/** Whether the page got a file as the `.gz` beside it (see static/files.mjs): then that is what the browser has already. */
async function cameZipped(path) {
  const answer = await fetch(addressOf(path), { method: "HEAD" });
  return !answer.headers.get("content-encoding");
}

/** Passes pieces on as they are asked for, with a rest of REST times what the one before took: a page that plays keeps its frames. */
function unhurried() {
  let given = performance.now();
  return new TransformStream({
    async transform(piece, out) {
      await new Promise((resolve) => { setTimeout(resolve, REST * (performance.now() - given)); });
      given = performance.now();
      out.enqueue(piece);
    },
  }, undefined, { highWaterMark: 0 });
}

/** Keeps one file, compressed where that pays, out of the browser's own cache if it is there. */
async function keepFile(cache, path, { type, hash, zipped }) {
  const answer = await sound(zipped && (await cameZipped(path)) ? `${path}.gz` : path, hash, "force-cache");
  const blob = await answer.blob();
  let [name, body] = [path, blob];
  if (zipped && (await isGzip(blob))) name = `${path}.gz`;
  else if (zipped && typeof CompressionStream !== "undefined") [name, body] = [`${path}.gz`, blob.stream().pipeThrough(unhurried()).pipeThrough(new CompressionStream("gzip"))];
  await cache.put(addressOf(name), new Response(body, { headers: headersOf(answer, type) }));
}

/** Keeps this build: file by file, so that what was interrupted is gone on with, then its pages, then the mark that all is there. */
async function keepAll() {
  const cache = await caches.open(FILES);
  const there = new Set((await cache.keys()).map(({ url }) => url.replace(/\.gz$/, "")));
  const spare = navigator.connection?.saveData === true; // the snapshot is a choice: without it the page starts from the bundle
  const missing = Object.entries(BUILD.files).filter(([path, { needed }]) => !there.has(addressOf(path)) && (needed || !spare));
  const { quota, usage } = await navigator.storage.estimate();
  if (missing.reduce((sum, [, { bytes }]) => sum + bytes, usage) > quota) throw new DOMException("no room", "QuotaExceededError");
  for (const [path, file] of missing) await keepFile(cache, path, file);
  if (await find(WHOLE, MINE)) return;
  const pages = await Promise.all(Object.entries(BUILD.pages).map(async ([path, { type, hash }]) => {
    const answer = await sound(path, hash, "no-cache");
    return [path, new Response(await answer.blob(), { headers: headersOf(answer, type) })];
  }));
  const mine = await caches.open(MINE);
  for (const [path, answer] of pages) await mine.put(addressOf(path), answer);
  await mine.put(addressOf(WHOLE), new Response(JSON.stringify(Object.keys(BUILD.files))));
}

/** The caches of the builds that are whole: this one's first, then from new to old. */
async function builds() {
  const names = (await caches.keys()).filter((name) => name.startsWith(BUILDS)).reverse();
  const whole = await Promise.all(names.map((name) => find(WHOLE, name)));
  return names.filter((_, i) => whole[i]).sort((a, b) => (b === MINE) - (a === MINE));
}

/** Drops what no kept build needs. While another window may show the build before this one, that one stays. */
async function tidy(alone) {
  const stay = (await builds()).slice(0, alone ? 1 : 2);
  const lists = await Promise.all(stay.map(async (name) => (await find(WHOLE, name)).json()));
  const used = new Set(lists.flat().map(addressOf));
  for (const name of await caches.keys()) if (name.startsWith(BUILDS) && !stay.includes(name)) await caches.delete(name);
  const cache = await caches.open(FILES);
  for (const request of await cache.keys()) if (!used.has(request.url.replace(/\.gz$/, ""))) await cache.delete(request);
}

/** Whether no window of ours is open but the one that asked. */
async function isAlone() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url, frameType }) => pathOf(url) !== null && frameType !== "nested").length < 2;
}

let keeping = null; // one at a time, however many windows ask
async function keep() {
  try {
    await (keeping ??= keepAll().finally(() => { keeping = null; }));
    await tidy(await isAlone());
    await self.skipWaiting(); // takes over from the build before: the page that asked is live, so no start is in between
    return true;
  } catch (error) {
    if (error.name === "QuotaExceededError") await tidy(true); // no room: what was begun goes
    return false; // the network was lost, or the host changes pages: another visit tries again
  }
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
}

/** A deployment without this script wants no service worker. */
async function leaveIfGone() {
  const answer = await fetch(self.location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404 && answer?.status !== 410) return;
  await self.registration.unregister();
  await forget();
}

// ---- to serve
/** A file as it was asked for: as it is kept, or inflated. */
async function kept(path) {
  const exact = await find(path, FILES);
  if (exact) return exact;
  if (path.endsWith(".gz")) return find(path.slice(0, -".gz".length), FILES);
  const zipped = await find(`${path}.gz`, FILES);
  return zipped && new Response(zipped.body.pipeThrough(new DecompressionStream("gzip")), { headers: zipped.headers });
}

const inBrowsersCache = (url) => fetch(url, { cache: "only-if-cached", mode: "same-origin" }).then((answer) => (answer.ok ? answer : null), () => null);

/** What lies under a hash: the nearest copy is as good as any. */
async function fileFor(request, path) {
  const anew = ANEW.includes(request.cache);
  const near = anew ? null : (await inBrowsersCache(request.url)) ?? (await kept(path));
  if (near) return near;
  try { return await fetch(request); } catch (error) {
    const last = anew && (await kept(path));
    if (last) return last;
    throw error;
  }
}

/** A page's path as it is kept: a host may leave out "index.html" and ".html". */
const pageOf = (path) => [path || "index.html", `${path}.html`].find((name) => name in BUILD.pages);

async function keptPage(name) {
  for (const build of await builds()) {
    const page = await find(name, build);
    if (page) return page;
  }
  return null;
}

/** A page of the network's build, or else of the last whole one. */
async function pageFor(event, name) {
  const network = fetch(event.request); // no navigation preload: in Firefox one that fails fails the page, whatever is answered
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, null); });
  const answer = await Promise.race([network.catch(() => null), late]);
  if (answer && answer.status < 500) {
    if (event.request.mode === "navigate") event.waitUntil(leaveIfGone());
    return answer;
  }
  return (await keptPage(name)) ?? network;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (path === null || request.method !== "GET" || request.headers.has("range")) return;
  if (HASHED.test(path)) event.respondWith(fileFor(request, path));
  else if (pageOf(path)) event.respondWith(pageFor(event, pageOf(path)));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data?.type !== "keep" || !event.data.files.every((path) => path in BUILD.files)) return; // a page of another build asks its own worker
  event.waitUntil(keep().then((whole) => event.source.postMessage({ type: "lossless:kept", whole })));
});
