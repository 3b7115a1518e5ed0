/* The link builder: reads the form by the schema, shows the demo as the link would, writes the link. The preview is told by a message
   what it can take while it runs, and opened anew for the rest. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { schema, uses, text } = page.data;
  const byId = (id) => document.getElementById(id);
  const form = byId("form");
  const preview = byId("preview");
  const base = page.folderOf(location.href);
  const rows = new Map(schema.map((row) => [row.name, row]));
  const ANEW = ["embed", "projector", "lang", "tour", "play", "seed", "origins"]; // a running page would not show these as a fresh one does
  const WIDE = { width: 1300, height: 880 }; // px of the window that is shown made smaller
  const WALL = { width: 1280, height: 720 };
  let opened = null; // the values that the preview was opened with
  let ready = false;
  let height = page.usualHeight; // of the frame, as it says

  const fieldsOf = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const readers = {
    flag: ([field]) => field.checked,
    parts: (fields) => fields.filter((field) => field.checked).map((field) => field.value),
    other: ([field]) => (field.value.trim() === "" ? undefined : field.value.trim()),
  };

  /** The settings that the form names and the scene uses; what cannot be is left out, as the page would do. */
  function values() {
    const given = {};
    for (const row of schema) {
      const fields = fieldsOf(row.name);
      const value = fields.length ? (readers[row.kind] ?? readers.other)(fields, row) : undefined;
      if (value !== undefined) given[row.name] = row.kind === "flag" ? Number(value) : value;
    }
    const good = losslessLaws.readable(schema, given);
    const used = new Set(uses[good.scene]);
    if (good.scenario !== "own") for (const name of ["p", "r", "names"]) used.delete(name);
    return Object.fromEntries(Object.entries(good).filter(([name]) => used.has(name)));
  }

  function offer() {
    const used = new Set(uses[form.elements.scene.value]);
    const own = form.elements.scenario.value === "own";
    for (const element of form.querySelectorAll("[data-row]")) {
      const name = element.dataset.row;
      element.hidden = !used.has(name) || (["p", "r", "names"].includes(name) && !own);
    }
    for (const section of form.querySelectorAll("section")) section.hidden = [...section.querySelectorAll("[data-row]")].every((one) => one.hidden);
  }

  /** Puts the settings of a query into the form; all others go back to their defaults. */
  function fill(query) {
    form.querySelectorAll("section.card").forEach((section) => section.querySelectorAll("input, select").forEach((field) => {
      if (field.type === "checkbox") field.checked = field.defaultChecked;
      else if (field.matches("select")) field.selectedIndex = Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
      else field.value = "";
    }));
    for (const [name, value] of Object.entries(losslessLaws.readable(schema, Object.fromEntries(new URLSearchParams(query))))) {
      const [row, fields] = [rows.get(name), fieldsOf(name)];
      if (!fields.length) continue;
      if (row.kind === "flag") fields[0].checked = value;
      else if (row.kind === "parts") for (const field of fields) field.checked = value.includes(field.value);
      else fields[0].value = Array.isArray(value) ? page.named({ [name]: value })[0]?.[1] ?? "" : String(value);
    }
  }

  const asked = (name) => ANEW.includes(name);
  function show(now) {
    const same = opened && schema.every(({ name }) => !asked(name) || String(now[name]) === String(opened[name]));
    if (same && ready) {
      const settings = {};
      for (const { name, default: usual } of schema) {
        if (asked(name)) continue;
        const value = now[name] ?? usual;
        if (value !== null && !(Array.isArray(value) && !value.length && ["p", "r", "names"].includes(name))) settings[name] = value;
      }
      preview.contentWindow.postMessage({ type: "lossless:set", settings }, location.origin);
    } else {
      ready = false;
      opened = now;
      preview.src = `index.html?${page.queryOf(now)}`;
    }
    fit(now);
  }

  /** The preview as large as the form asks for, made smaller to fit. */
  function fit(now = values()) {
    const room = byId("window").clientWidth;
    const natural = now.embed ? { width: room, height } : now.projector ? WALL : { width: Math.max(room, WIDE.width), height: WIDE.height };
    const scale = Math.min(1, room / natural.width);
    Object.assign(preview.style, { width: `${natural.width}px`, height: `${natural.height}px`, transform: `scale(${scale})` });
    byId("window").style.height = `${Math.ceil(natural.height * scale)}px`;
  }

  function write(now) {
    const query = page.queryOf(now);
    byId("link").value = base + (query ? `?${query}` : "");
    byId("open").href = `index.html${query ? `?${query}` : ""}`;
    const element = document.querySelector('input[name="kind"]:checked')?.value === "element";
    byId("lines").value = element ? page.elementLines(base, now) : page.frameLine(base, now, text["control.share-frame"], now.embed ? Math.ceil(height / 10) * 10 : page.usualHeight);
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
  }

  let waiting = null;
  function update() {
    offer();
    const now = values();
    write(now);
    clearTimeout(waiting);
    waiting = setTimeout(() => show(now), 250);
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => { if (event.target.id !== "begin") { byId("begin").selectedIndex = -1; update(); } });
  byId("begin").addEventListener("change", () => { fill(byId("begin").value); update(); });
  for (const radio of document.querySelectorAll('input[name="kind"]')) radio.addEventListener("change", () => write(values()));
  window.addEventListener("resize", () => fit());
  window.addEventListener("message", (event) => {
    if (event.source !== preview.contentWindow || event.origin !== location.origin) return;
    if (event.data?.type === "lossless:ready") ready = true;
    if (event.data?.type === "lossless:size") { height = event.data.height; fit(); write(values()); }
  });
  for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", async () => {
    const done = await page.copy(byId(button.dataset.copy));
    byId("told").textContent = text[done ? "control.copied" : "control.copy-yourself"];
    if (done) button.focus();
  });

  const begun = location.search.slice(1);
  if (begun) byId("begin").selectedIndex = -1;
  fill(begun);
  update();
})();
