/* Figures and data to keep, made by Python between two turns of the clock. Loaded by the worker when somebody first asks. What draws
   (Matplotlib) is fetched then, once; data need none of it. */
import { entriesOf, isSound } from "./unzip.mjs";

const SLICE = 20; // ms at a time, after which whoever has a message is heard
const MAKER = "export.zip"; // the part of the app that knows of files; a few kB
const DRAWER = "figures.zip"; // Matplotlib and what it needs
const SITE = "/lib/python3.14/site-packages";
const { port1: asked, port2: ask } = new MessageChannel(); // a timer would wait 4 ms each time
const turn = () => new Promise((resolve) => { asked.onmessage = resolve; ask.postMessage(null); }); // of one job at a time

const desks = new WeakMap(); // by link: several demos may share this Python
let makerIsHere = null;
let drawerIsHere = false;
const again = new Set(); // files that came damaged: past the browser's cache, the next time
let waiting = Promise.resolve(); // one at a time

/** Promises `{name, type, buffer}`, null where there is nothing to keep yet, or where all is only to be made `ready`. `tell` hears of every step. */
export function keep(worker, order, tell) {
  const mine = waiting.then(() => make(worker, order, tell));
  waiting = mine.catch(() => {});
  return mine;
}

async function make({ python, link, files }, { seen, picture, format, look, address, drawn, ready }, tell) {
  if (!desks.has(link)) {
    makerIsHere ??= fetched(files, MAKER).then((data) => unpack(python, MAKER, data));
    await makerIsHere.catch((error) => { makerIsHere = null; throw error; });
    desks.set(link, python.pyimport("app.main").open_desk(link));
  }
  const desk = desks.get(link);
  if (drawn) {
    if (!drawerIsHere) await fetchDrawer(python, files, tell);
    drawerIsHere = true;
    await work(python.pyimport("app.export.loading").importing(format));
  }
  if (ready) return null;
  tell({ step: "drawing" });
  const made = await work(desk.begin(seen, picture, format, look, address));
  if (!made) return null;
  const { name, mime, data } = made;
  const buffer = data.toJs().slice().buffer;
  for (const proxy of [data, made]) proxy.destroy();
  return { name, type: mime, buffer };
}

/** Works on a job of Python's to its end and promises its result. */
async function work(job) {
  try {
    while (job.work(SLICE / 1000)) await turn();
    const result = job.result;
    return result?.copy ? result.copy() : result; // what is borrowed from the job goes with it
  } finally { job.destroy(); }
}

async function fetchDrawer(python, files, tell) {
  const come = () => tell({ step: "loading", loaded: files.come.get(DRAWER) ?? 0, total: files.size(DRAWER) });
  const telling = setInterval(come, 100);
  let data;
  try { data = await fetched(files, DRAWER); } finally { clearInterval(telling); }
  tell({ step: "unpacking" });
  await unpack(python, DRAWER, data);
}

const fetched = (files, name) => files.bytesOf(name, again.has(name) ? { cache: "reload" } : {});

/** Writes a zip's files where Python looks for packages. Throws where one is damaged; the next try then fetches the zip anew. */
async function unpack(python, name, data) {
  again.add(name);
  let since = performance.now();
  for (const entry of entriesOf(data, name)) {
    if (!isSound(entry)) throw new Error(`${name}: ${entry.name} is damaged`);
    const path = `${SITE}/${entry.name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, entry.data);
    if (performance.now() - since > SLICE) { await turn(); since = performance.now(); }
  }
  again.delete(name);
  python.runPython("import importlib; importlib.invalidate_caches()");
}
