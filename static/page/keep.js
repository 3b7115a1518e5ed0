/* "Keep this figure": asks the worker for a file of what is shown, saves or copies it, and says what is going on meanwhile. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId, data, text } = page;
  const { pictures, drawn } = data.kept;
  const DRAWER = "figures.zip";
  const HERE = ["localhost", "127.0.0.1", "[::1]"]; // what nobody else can open is no link
  const orders = new Map(); // by number: {resolve, reject}
  let last = 0;
  let loaded = false;

  const radios = (name) => [...document.querySelectorAll(`input[name="keep-${name}"]`)];
  const chosen = (name) => radios(name).find((one) => one.checked).value;
  const words = (key, slots = {}) => text[`keeping.${key}`].replace(/\{([a-z]+)\}/g, (_, name) => slots[name]);
  const say = (key, slots) => { byId("keep-said").textContent = key ? words(key, slots) : ""; };
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const { whole, gz, bytes } = data.sizes?.[DRAWER] ?? {};
  const size = () => (whole ? 0 : gz ?? bytes); // 0 where it lies in the page itself

  // ---- what can be chosen
  /** Offers the pictures of a scene; the quiz has none. */
  page.showKept = (scene) => {
    const ids = pictures[scene] ?? [];
    byId("keep").toggleAttribute("hidden-by-scene", ids.length === 0);
    byId("keep-pictures").hidden = ids.length < 2;
    byId("keep-picture").replaceChildren(...ids.map((id) => new Option(ids.length < 2 ? id : words(`picture-${id}`), id)));
    say("");
  };
  const without = data.files && !(DRAWER in data.files) && !data.served; // the one file without it, or built in haste
  const showChoice = () => {
    const format = chosen("format");
    const needs = drawn.includes(format) && !loaded && size();
    byId("keep-looks").disabled = !drawn.includes(format);
    byId("keep-copy").disabled = format === "pdf";
    byId("keep-about").textContent = words(`about-${format}`);
    byId("keep-needs").textContent = without ? words("without") : needs ? words("needs", { size: megabytes(size()) }) : "";
  };
  for (const radio of [...radios("format"), ...radios("look")]) radio.addEventListener("change", () => { showChoice(); say(""); });
  if (without) {
    for (const radio of radios("format")) if (drawn.includes(radio.value)) radio.disabled = true;
    radios("format").find((radio) => !radio.disabled).checked = true;
  }
  page.showKept(document.documentElement.dataset.scene ?? "converge");
  showChoice();

  function order() {
    const look = chosen("look") === "print" ? "print" : document.documentElement.dataset.theme;
    const open = location.protocol.startsWith("http") && !HERE.includes(location.hostname);
    const format = chosen("format");
    return { picture: byId("keep-picture").value, format, look, address: open ? location.origin + location.pathname : "", drawn: drawn.includes(format) };
  }

  // ---- asking
  /** Promises {name, type, buffer} of what is ordered; null where the scene shows nothing yet. */
  page.order = async (wanted) => {
    if (!page.isLive()) await page.whenLive(); // else at once, before anything that is pressed next
    if (!page.transportOrder) throw new Error(words("served"));
    return new Promise((resolve, reject) => {
      orders.set(++last, { resolve, reject });
      page.transportOrder(wanted, last);
    });
  };
  page.heardOfFile = ({ kind, request, file, failed, step, loaded: come, total }) => {
    if (!orders.has(request)) return;
    if (kind === "making") { showStep(step, come, total); return; }
    const { resolve, reject } = orders.get(request);
    orders.delete(request);
    if (failed) reject(new Error(failed));
    else resolve(file);
  };
  /** Python is gone, and what it was making with it. */
  page.dropOrders = () => {
    loaded = false;
    readied = "";
    for (const { reject } of orders.values()) reject(new Error(words("worker")));
    orders.clear();
  };

  let running = false; // an order that somebody clicked for: what is only made ready says nothing
  function showStep(step, come, total) {
    if (!running) return;
    say(step, { loaded: megabytes(come ?? 0), size: megabytes(total ?? 0) });
    const bar = byId("keep-progress");
    bar.hidden = step !== "loading";
    if (step === "loading") bar.firstElementChild.style.width = `${Math.min(100, (100 * come) / total)}%`;
    if (step === "drawing" && drawn.includes(chosen("format"))) { loaded = true; showChoice(); }
  }

  /** Runs one order with the buttons at rest; tells how it ended. Promises the file, null where there is none. */
  async function run() {
    for (const id of ["keep-download", "keep-copy"]) byId(id).disabled = true;
    running = true;
    say("drawing");
    try {
      const file = await page.order(order());
      if (!file) say("nothing");
      return file;
    } catch (error) {
      say("failed", { why: error.message.trim().split("\n").at(-1).replace(/\.$/, "") });
      return null;
    } finally {
      running = false;
      byId("keep-progress").hidden = true;
      byId("keep-download").disabled = false;
      showChoice();
    }
  }
  let readied = ""; // the format that was made ready
  /** What draws comes while somebody looks at what can be chosen, and the hand is on its way to the button. */
  function makeReady() {
    const format = chosen("format");
    if (!drawn.includes(format) || readied === format || navigator.connection?.saveData || !page.transportOrder) return;
    readied = format;
    const failed = () => { readied = ""; }; // a click will say why
    page.order({ ...order(), ready: true }).then(() => { loaded = true; showChoice(); }, failed);
  }
  byId("keep").addEventListener("toggle", () => { if (byId("keep").open) makeReady(); });
  for (const radio of radios("format")) radio.addEventListener("change", makeReady);
  for (const id of ["keep-download", "keep-copy"]) for (const kind of ["pointerenter", "focus"]) byId(id).addEventListener(kind, makeReady);
  const blobOf = (file) => new Blob([file.buffer], { type: file.type });

  byId("keep-download").addEventListener("click", async () => {
    const file = await run();
    if (!file) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blobOf(file));
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    say("saved", { name: file.name, size: Math.ceil(file.buffer.byteLength / 1000) });
  });

  // What goes to the clipboard is promised within the click: later the browser would not let it.
  byId("keep-copy").addEventListener("click", async () => {
    const type = chosen("format") === "png" ? "image/png" : "text/plain";
    let file = null;
    const made = run().then((one) => {
      file = one;
      if (!one) throw new Error("nothing");
      return new Blob([one.buffer], { type });
    });
    try {
      await navigator.clipboard.write([new ClipboardItem({ [type]: made })]);
      say("copied");
    } catch {
      await made.catch(() => {});
      if (file) say("no-copy");
    }
  });
})();
