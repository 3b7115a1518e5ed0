/* lock=1: what the link fixed stays as it is. The learner plays, steps, answers; a host may still set anything.
   Every message of the page's own controls passes `page.refuses`; what it refuses is also shown as out of use, with the reason. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const free = new Set(page.data.schema.filter((row) => row.free).map((row) => row.name));
  const EDITS = new Set(["new-seed", "bar", "rename", "add-token", "remove-token"]); // messages that change settings
  const CONTROLS = ["mismatch", "naive", "scenario", "draft", "seed", "temperature", "top_k", "top_p", "new-seed", "add-token", "remove-token", "quiz-see"];
  let locked = false;
  let touring = false;
  let host = false;

  /** Runs `act` for a host: what it sends is not refused. */
  page.asHost = (act) => {
    const before = host;
    host = true;
    try { return act(); } finally { host = before; }
  };

  const mayBeSet = (name) => free.has(name) || (name === "tour" && touring); // a tour in the link is the teacher's own way
  /** Whether the lock keeps this message from Python. */
  page.refuses = ({ type, values }) => locked && !host && (EDITS.has(type) || (type === "set" && !Object.keys(values).every(mayBeSet)));

  function* fixed() {
    for (const id of CONTROLS) yield byId(id);
    yield* document.querySelectorAll("[data-set], #take-tour, [data-take-tour], #rows input");
    for (const element of document.querySelectorAll("[data-setting]")) if (!free.has(element.dataset.setting)) yield element;
  }
  const reason = byId("locked").textContent;
  const titles = new Map();

  /** Shows whether the settings are locked; `tour` is the stop that is shown, if one is. */
  page.showLock = (settings) => {
    touring = settings.tour !== "off";
    const changed = locked !== Boolean(settings.lock);
    locked = Boolean(settings.lock);
    page.locked = locked;
    if (!locked && !changed) return;
    for (const element of fixed()) {
      element.disabled = locked;
      if (locked && !titles.has(element)) titles.set(element, element.title);
      element.title = locked ? reason : titles.get(element) ?? "";
    }
    if (!changed) return;
    byId("locked").hidden = !locked;
    document.documentElement.toggleAttribute("data-locked", locked);
    for (const link of document.querySelectorAll("[data-scene-link]")) {
      link.toggleAttribute("aria-disabled", locked);
      if (locked) { link.setAttribute("aria-disabled", "true"); link.removeAttribute("href"); } else link.href = `?scene=${link.dataset.sceneLink}`;
    }
    if (!locked) titles.clear();
  };
})();
