/* The two Bokeh figures: fetches BokehJS and the prerendered document, embeds it under the painted bars, restyles it for theme and
   form, and lays the page's own buttons over the columns (for choosing and dragging by mouse, touch and keyboard). */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId, data } = page;
  const styles = getComputedStyle(document.documentElement);
  const SLICE = 8; // ms of one go, after which the browser may paint, and hear who presses something
  const BOKEHJS = "bokeh/bokeh.min.js";
  let embedding = null; // the latest attempt
  let bokehjs = null; // promised

  const { port1: asked, port2: ask } = new MessageChannel(); // a timer would wait 4 ms each time, in a hidden tab a second
  asked.start();
  const turn = () => new Promise((resolve) => { asked.addEventListener("message", resolve, { once: true }); ask.postMessage(null); });
  let began = 0;
  const rested = async () => { await turn(); began = performance.now(); };
  const isLong = () => performance.now() - began > SLICE;

  const addScript = (name) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = page.source.urlOf(name);
    script.onload = resolve;
    script.onerror = () => reject(new Error(name));
    document.head.append(script);
  });

  const known = data.restyle.length; // of the document as it begins
  /** Takes note of what theme and form set on the figures of a scene that was opened, and sets it: they are not drawn yet. */
  page.addRestyle = (rows) => { if (rows?.length) { data.restyle.push(...rows); setLooks(rows); } };

  /** Sets what is to change of themed colours and sizes of the form on the models; patches go to the canvas alone, not to Python. Returns
      whether a size did. */
  function setLooks(rows) {
    if (!page.document) return false;
    const sizes = data.forms[document.documentElement.dataset.form];
    const scale = parseFloat(styles.fontSize) / sizes.type; // the projector's type follows the screen
    const size = (name) => Math.round(sizes[name] * scale);
    const read = new Map(); // the browser takes its time to tell of a colour
    const colour = (name) => read.get(name) ?? read.set(name, styles.getPropertyValue(`--${name}`).trim()).get(name);
    const changes = new Map();
    let resized = false;
    for (const [id, property, kind, name] of rows) {
      if (kind === "fit") continue; // of numbers.js
      const value = kind === "colour" ? colour(name) : kind === "font" ? `${size(name)}px` : size(name);
      const model = page.document.get_model_by_id(id);
      const old = model[property]?.value ?? model[property];
      if (old === value) continue;
      resized ||= kind !== "colour";
      if (!changes.has(model)) changes.set(model, {});
      changes.get(model)[property] = value;
    }
    for (const [model, values] of changes) model.setv(values, { sync: false });
    return resized;
  }

  function restyle() {
    if (!setLooks(data.restyle)) return;
    page.fitNumbers();
    for (const view of [...Bokeh.index, ...page.sceneViews()]) view.invalidate_layout?.(); // Bokeh reads a border only when it lays out anew
  }
  page.restyled.add(() => restyle());
  window.addEventListener("resize", () => { if (page.projector) restyle(); });

  /** Takes the document whose roots are on screen (or about to be) as the page's. */
  page.adoptDocument = (doc) => {
    page.document = doc;
    doc.on_message("lossless", (message) => page.receive(JSON.parse(message)));
    restyle();
  };

  /** Fetches BokehJS and runs its modules, some at a time: tools/bokehjs.py made a generator of them. */
  async function runBokeh() {
    await addScript(BOKEHJS);
    if (!window.runBokeh) throw new Error(BOKEHJS);
    for (const _ of window.runBokeh()) if (isLong()) await rested();
    giveTurns();
  }

  let starting = 0; // charts that are built before any patch comes: later, one could come in a turn between two views, and be missed
  /** Gives turns between the views of such charts: Bokeh asks each whether there is something to wait for. */
  function giveTurns() {
    const { prototype } = Bokeh.require("core/view").View;
    const { lazy_initialize } = prototype;
    prototype.lazy_initialize = async function (...given) {
      if (starting && isLong()) await rested();
      return lazy_initialize.apply(this, given);
    };
  }
  async function buildView(views, model) {
    starting += 1;
    try { return await views.build_view(model); } finally { starting -= 1; }
  }

  /** Loads BokehJS and shows the prerendered document, as Bokeh.embed does, with turns in between; the painted bars stay on top until
      Python is live. */
  page.embedCharts = async () => {
    const mine = (embedding = {});
    bokehjs ??= runBokeh();
    bokehjs.catch(() => { bokehjs = null; }); // to be tried again
    const [docs] = await Promise.all([page.source.json("document.json"), bokehjs]);
    const doc = Bokeh.require("document/document").Document.from_json(Object.values(docs)[0]);
    await rested();
    if (mine !== embedding) { discard(doc); return; } // a Retry came in between
    page.adoptDocument(doc); // before it is drawn: in colours and sizes of this page
    const views = (doc.views_manager = new (Bokeh.require("core/view_manager").ViewManager)([], Bokeh.index));
    for (const [name, id] of data.roots) {
      await rested();
      const view = await buildView(views, doc.get_model_by_id(id));
      await rested();
      if (mine !== embedding) return; // a Retry has taken it away
      const plots = view.child_models;
      for (const plot of plots) plot.setv({ hold_render: true }, { sync: false });
      view.build(byId(`${name}-slot`)); // lays out; it is painted with the next frame
      await rested();
      for (const plot of plots) plot.setv({ hold_render: false }, { sync: false });
    }
    page.drawScene();
  };

  function discard(doc) {
    doc.clear();
    Bokeh.documents.splice(Bokeh.documents.indexOf(doc), 1);
  }
  /** Takes the charts away: a new Python patches them from where document.json begins, not from where the last one left off. */
  page.discardCharts = () => {
    document.documentElement.removeAttribute("data-charts");
    const old = page.document;
    page.document = null;
    if (!old) return;
    discard(old);
    for (const slot of ["bars-slot", "curve-slot"]) byId(slot).replaceChildren();
    page.discardScenes();
    data.restyle.length = known;
  };

  /** Python's picture is on the canvas: the painted bars step aside. */
  page.revealCharts = () => document.documentElement.setAttribute("data-charts", "");

  // ---- columns: one button a token
  const columns = byId("columns");
  let law = [];
  let current = { names: [], p: [], q: [], top: 1, labels: [], chosen: null, may_drag: false };

  page.showColumns = (shown, describe = true) => {
    if (!shown) return;
    describe ||= shown.names.join() !== law.join();
    current = shown;
    law = shown.names;
    while (columns.children.length > law.length) columns.lastChild.remove();
    while (columns.children.length < law.length) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(document.createElement("span"));
      columns.append(button);
    }
    [...columns.children].forEach((button, i) => {
      const name = button.firstChild;
      if (name.textContent !== law[i]) name.textContent = law[i];
      if (describe && button.title !== shown.labels[i]) { button.title = shown.labels[i]; button.setAttribute("aria-label", shown.labels[i]); }
      button.setAttribute("aria-pressed", String(shown.chosen === i));
      button.tabIndex = i === Math.max(0, shown.chosen ?? 0) ? 0 : -1;
    });
  };

  columns.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const at = [...columns.children].indexOf(document.activeElement);
    const next = columns.children[at + move];
    if (next) { next.tabIndex = 0; next.focus(); document.activeElement !== columns.children[at] && (columns.children[at].tabIndex = -1); }
    event.preventDefault();
    event.stopPropagation();
  });

  // Dragging starts within 14 px of a bar's top; elsewhere the press is a click that chooses the column.
  const REACH = 14;
  let drag = null;
  const valueAt = (event) => {
    const box = columns.getBoundingClientRect();
    return Math.min(1, Math.max(0, current.top * (1 - (event.clientY - box.top) / box.height)));
  };
  columns.addEventListener("pointerdown", (event) => {
    if (page.locked) return;
    const box = columns.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * law.length;
    const index = Math.floor(place);
    const third = Math.floor(3 * (place - index));
    const bar = ["p", "q"][third];
    if (!bar || index < 0 || index >= law.length) return;
    const pixels = (current[bar][index] / current.top) * box.height;
    const above = box.bottom - event.clientY;
    if (Math.abs(above - pixels) > REACH || (event.pointerType === "touch" && !current.own)) return;
    drag = { bar, index, moved: false };
    columns.setPointerCapture(event.pointerId);
    columns.classList.add("dragging");
  });
  columns.addEventListener("pointermove", (event) => {
    if (!drag) return;
    page.send({ type: "bar", law: drag.bar, index: drag.index, value: valueAt(event), drag: drag.moved });
    drag.moved = true;
  });
  const endDrag = () => { columns.classList.remove("dragging"); setTimeout(() => { drag = null; }); };
  columns.addEventListener("pointerup", endDrag);
  columns.addEventListener("pointercancel", endDrag);
  columns.addEventListener("click", (event) => {
    if (drag?.moved) return;
    const index = [...columns.children].indexOf(event.target.closest("button"));
    if (index >= 0) page.send({ type: "choose", token: current.chosen === index ? null : index });
  });
})();
