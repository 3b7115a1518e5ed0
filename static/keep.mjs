/* Figures and data to keep, made by Python between two turns of the clock. Loaded by the worker when somebody first asks. What draws
   (Matplotlib) is fetched then, once; data need none of it. */
const SLICE = 0.02; // s of Python at a time
const LOADER = "export.zip"; // the part of the app that knows of files; a few kB
const DRAWER = "figures.zip"; // Matplotlib and what it needs
const SITE = "/lib/python3.14/site-packages";
const turn = () => new Promise((resolve) => setTimeout(resolve));

let desk = null;
let unpacked = false;
let again = false; // what came was damaged: past the browser's cache
let waiting = Promise.resolve(); // one at a time

/** Works on a job of Python's to its end and promises its result; whoever has a message in between is heard. */
async function work(job) {
  try {
    while (job.work(SLICE)) await turn();
    return job.result;
  } finally { job.destroy(); }
}

/** Promises `{name, type, buffer}`, null where there is nothing to keep yet. `tell` hears of every step. */
export function keep(worker, order, tell) {
  const mine = waiting.then(() => make(worker, order, tell));
  waiting = mine.catch(() => {});
  return mine;
}

async function make({ python, link, files }, { picture, format, look, address, drawn }, tell) {
  desk ??= await open(python, link, files);
  if (drawn) await loadDrawer(python, files, format, tell);
  tell({ step: "drawing" });
  const made = await work(desk.begin(picture, format, look, address));
  if (!made) return null;
  const { name, type, data } = made;
  const buffer = data.toJs().slice().buffer;
  for (const proxy of [data, made]) proxy.destroy();
  return { name, type, buffer };
}

async function open(python, link, files) {
  python.unpackArchive(await files.bytesOf(LOADER), "zip", { extractDir: SITE });
  return python.pyimport("app.main").open_desk(link);
}

async function loadDrawer(python, files, format, tell) {
  const loading = python.pyimport("app.export.loading");
  if (!unpacked) {
    const counting = setInterval(() => tell({ step: "loading", loaded: files.come.get(DRAWER) ?? 0, total: files.size(DRAWER) }), 100);
    let data;
    try { data = await files.bytesOf(DRAWER, again ? { cache: "reload" } : {}); } finally { clearInterval(counting); }
    tell({ step: "unpacking" });
    again = true; // unless it is found sound
    await work(loading.unpacking(data));
    again = false;
    unpacked = true;
  }
  await work(loading.importing(format));
}
