/* The controls: native elements, each turned into one message. They work before Python does; what is pressed early is kept. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const set = (values, drag = false) => page.send({ type: "set", values, drag });
  const on = (id, event, act) => byId(id).addEventListener(event, act);

  // ---- always in sight
  on("play", "click", () => page.send({ type: "playing" in byId("play").dataset ? "pause" : "play" }));
  on("step", "click", () => page.send({ type: "step" }));
  const speeds = [...document.querySelectorAll('input[name="speed"]')];
  for (const radio of speeds) radio.addEventListener("change", () => set({ speed: Number(radio.value) }));

  const mismatch = byId("mismatch");
  let dragging = false;
  mismatch.addEventListener("input", () => {
    showMismatch(Number(mismatch.value));
    set({ mismatch: Number(mismatch.value) }, dragging);
    dragging = true;
  });
  mismatch.addEventListener("change", () => { dragging = false; });
  function showMismatch(value) {
    mismatch.style.setProperty("--fill", `${100 * value}%`);
    const text = value.toFixed(2);
    if (byId("mismatch-value").textContent !== text) byId("mismatch-value").textContent = text;
  }
  on("naive", "change", () => set({ rule: byId("naive").checked ? "naive" : "lossless" }));
  on("start-again", "click", () => page.send({ type: "start-again" }));

  // ---- under "More"
  for (const command of ["reset", "replay", "new-seed"]) on(command, "click", () => page.send({ type: command }));
  for (const button of document.querySelectorAll("[data-skip]")) button.addEventListener("click", () => page.send({ type: "skip", n: Number(button.dataset.skip) }));
  const choices = ["scenario", "draft", "tv_scale"];
  for (const id of choices) on(id, "change", () => set({ [id]: byId(id).value }));
  const numbers = ["seed", "temperature", "top_k", "top_p"];
  const held = {}; // what each holds: a box that is left empty shows it again
  for (const id of numbers) on(id, "change", () => { if (byId(id).value !== "") set({ [id]: Number(byId(id).value) }); else byId(id).value = held[id]; });
  on("numbers", "toggle", () => page.send({ type: "table", open: byId("numbers").open }));
  on("add-token", "click", () => page.send({ type: "add-token" }));
  on("remove-token", "click", () => page.send({ type: "remove-token" }));

  /** The table of numbers: p, r and the name can be edited; what is being typed is left alone. */
  page.showRows = (rows) => {
    const body = byId("rows");
    while (body.children.length > rows.length) body.lastChild.remove();
    while (body.children.length < rows.length) body.append(makeRow(body.children.length));
    rows.forEach((row, i) => row.cells.forEach((cell, j) => {
      const place = body.children[i].children[j].firstChild;
      if (place.matches("input")) {
        place.held = cell;
        if (place !== document.activeElement) place.value = cell;
        place.setAttribute("aria-label", row.labels[j]);
      } else if (place.textContent !== cell) place.textContent = cell;
    }));
  };
  function makeRow(index) {
    const row = document.createElement("tr");
    page.data.columns.forEach((column) => {
      const cell = row.insertCell();
      const editable = ["name", "p", "r"].includes(column);
      const part = document.createElement(editable ? "input" : "span");
      if (editable) {
        part.className = column;
        if (column !== "name") { part.type = "number"; part.min = "0"; part.max = "1"; part.step = "0.01"; }
        part.addEventListener("change", () => {
          if (part.value.trim() === "") part.value = part.held; // nothing is no number and no name
          else if (column === "name") page.send({ type: "rename", index, name: part.value });
          else page.send({ type: "bar", law: column, index, value: Number(part.value), drag: false });
        });
      }
      cell.append(part);
    });
    return row;
  }

  /** The one button that plays and pauses: its name says what it does next. */
  page.showPlay = (playing) => {
    byId("play").toggleAttribute("data-playing", playing);
    byId("play").setAttribute("aria-label", page.text[playing ? "control.pause" : "control.play"]);
  };

  /** Brings every control to the settings that hold; one that is being used is left alone. */
  page.showControls = (settings, playing, seed) => {
    page.showPlay(playing);
    for (const radio of speeds) radio.checked = Number(radio.value) === settings.speed;
    if (!dragging) { mismatch.value = String(settings.mismatch); showMismatch(settings.mismatch); }
    byId("naive").checked = settings.rule === "naive";
    for (const id of choices) byId(id).value = settings[id];
    for (const id of numbers) {
      held[id] = id === "seed" ? seed : settings[id];
      if (byId(id) !== document.activeElement) byId(id).value = held[id];
    }
    page.keys = settings.keys;
    byId("keys").checked = settings.keys;
    showForm(settings);
    page.showOrigins(settings.origins);
    page.showLock(settings);
  };

  let formShown = "";
  /** Theme and form where a message changed them; what the page itself took since then stays. */
  function showForm({ theme, projector, embed }) {
    const now = `${theme} ${projector} ${embed}`;
    if (formShown && now !== formShown) { Object.assign(page, { theme, projector, embed }); page.applyForm(); }
    formShown = now;
  }

  // ---- theme, full screen, help
  on("theme", "click", () => {
    page.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    page.applyForm();
    set({ theme: page.theme });
  });
  const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.())?.catch?.(() => {});
  on("full", "click", fullScreen);
  byId("full").hidden = !document.fullscreenEnabled;
  const help = byId("help-dialog");
  const openHelp = () => { if (!help.open) help.showModal(); };
  on("help", "click", openHelp);
  page.keys = true;
  on("keys", "change", () => { page.keys = byId("keys").checked; set({ keys: page.keys }); });

  // ---- keys: letters act only while focus is in the demo (or nowhere), and can be switched off
  const nudge = (by) => set({ mismatch: Math.min(1, Math.max(0, Math.round(100 * (Number(mismatch.value) + by)) / 100)) });
  const acts = {
    " ": () => byId("play").click(), ArrowRight: () => byId("step").click(), r: () => byId("reset").click(),
    n: () => byId("naive").click(), "[": () => nudge(-0.05), "]": () => nudge(0.05), f: fullScreen, "?": openHelp, g: () => page.reveal(),
  };
  speeds.forEach((radio, i) => { acts[String(i + 1)] = () => radio.click(); });
  document.addEventListener("keydown", (event) => {
    if (!page.keys || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const focus = document.activeElement;
    const inDemo = focus === document.body || byId("lossless-page").contains(focus);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = acts[key];
    const there = ["f", "?", "g"].includes(key) || byId("play").checkVisibility(); // not every scene has the deck
    if (!act || !inDemo || !there) return;
    const typing = focus.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]), select, textarea");
    const takesIt = (event.key === " " && focus.matches("button, summary, input, a")) || (event.key === "ArrowRight" && focus.matches("input, select"));
    if (typing || takesIt) return;
    event.preventDefault();
    act();
  });
})();
