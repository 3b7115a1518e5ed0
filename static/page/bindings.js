/* What a scene's markup says of itself, kept up to date without a script of its own. Paths lead into what Python shows.
     data-show="path"      a string or a number as text          data-if="path"       there while it holds
     data-list="path"      strings as the items of a list        data-table="path"    rows of strings as a table's body
     data-width="path"     a share of 1 as the width             data-class="path"    one more class, a word of Python's
     data-setting="name"   the control of a setting; on a button with data-value it sets that value and shows whether it holds
     data-at="path"       where a slider or a box stands, if no setting says so          data-set="path"      a button: the settings that it sets together
     data-act="name"       a button or a field of the scene's own: sends its data-value, or what stands in it
   Everything becomes text, never markup. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const all = (selector) => [...document.querySelectorAll(selector)];
  page.lookUp = (show, path) => path.split(".").reduce((value, key) => value?.[key], show);

  /** Rows of strings as the body of a table; the first cell of a row heads it. */
  page.fillTable = (body, rows) => {
    while (body.children.length > rows.length) body.lastChild.remove();
    while (body.children.length < rows.length) body.append(document.createElement("tr"));
    rows.forEach((cells, i) => page.fillList(body.children[i], cells, "td"));
  };

  const bound = ["list", "table", "if", "width", "class", "at"].map((kind) => [kind, all(`[data-${kind}]`)]);
  const show = {
    list: (element, value) => page.fillList(element, value),
    table: (element, value) => page.fillTable(element, value),
    if: (element, value) => { element.hidden = !value; },
    width: (element, value) => { element.style.width = `${100 * Math.min(1, Math.max(0, value))}%`; },
    at(element, value) {
      if (element === held) return;
      if (element.type === "checkbox") element.checked = Boolean(value);
      else { element.value = String(value); fill(element); }
    },
    class(element, value) {
      if (element.boundClass === value) return;
      if (element.boundClass) element.classList.remove(element.boundClass);
      element.boundClass = value;
      if (value) element.classList.add(value);
    },
  };
  let latest = null;
  page.bind = (shown) => {
    latest = shown;
    bindSets();
    for (const [kind, elements] of bound) for (const element of elements) {
      const value = page.lookUp(shown, element.dataset[kind]);
      if (value !== undefined) show[kind](element, value);
    }
  };

  // ---- controls of settings
  const controls = all("[data-setting]");
  const isChoice = (element) => "value" in element.dataset;
  const valueOf = (element) => {
    if (isChoice(element)) return element.dataset.value;
    if (element.type === "checkbox") return element.checked ? 1 : 0;
    return ["range", "number"].includes(element.type) ? Number(element.value) : element.value;
  };
  let held = null; // the slider that is being dragged
  let holding = {}; // the settings shown last
  for (const element of controls) {
    const set = (drag) => {
      if (element.value !== "" || isChoice(element)) page.send({ type: "set", values: { [element.dataset.setting]: valueOf(element) }, drag });
      else if (element.dataset.setting in holding) element.value = String(holding[element.dataset.setting]); // left empty
    };
    if (isChoice(element)) element.addEventListener("click", () => set(false));
    else if (element.type === "range") {
      element.addEventListener("input", () => { fill(element); set(held === element); held = element; });
      element.addEventListener("change", () => { held = null; });
    } else element.addEventListener("change", () => set(false));
  }
  const fill = (element) => { element.style.setProperty("--fill", `${(100 * (element.value - element.min)) / (element.max - element.min)}%`); };
  page.bindSettings = (settings) => {
    holding = settings;
    for (const element of controls) {
      const value = settings[element.dataset.setting];
      if (value === undefined || element === held || "at" in element.dataset) continue;
      if (isChoice(element)) element.setAttribute("aria-pressed", String(String(value) === element.dataset.value));
      else if (element.type === "checkbox") element.checked = Boolean(value);
      else if (element !== document.activeElement || element.type === "range" || element.matches("select")) element.value = String(value);
      if (element.type === "range") fill(element);
    }
    for (const output of all("output[data-of]")) output.textContent = String(settings[output.dataset.of]);
  };

  // ---- buttons that set several settings together, with values that Python names by what holds: so each waits for the one before
  const sets = all("[data-set]");
  const valuesOf = (element) => latest && page.lookUp(latest, element.dataset.set);
  let again = null; // looks once more, after the next update, whether Python has named the values
  let order = Promise.resolve();
  async function setAll(element) {
    while (!valuesOf(element)) {
      if (latest && element.offsetParent === null) return; // its scene was left before it was named
      await new Promise((resolve) => { again = resolve; });
    }
    await page.ask({ type: "set", values: valuesOf(element), drag: false });
  }
  for (const element of sets) element.addEventListener("click", () => { order = order.then(() => setAll(element)); });
  function bindSets() {
    for (const element of sets) {
      const values = valuesOf(element);
      if (values) element.setAttribute("aria-pressed", String(Object.entries(values).every(([name, value]) => latest.settings[name] === value)));
    }
    again?.();
  }

  // ---- controls of the scene's own
  /** What a control of a scene's own asks for, told with the scene's name: another may be shown when it is heard. */
  page.act = (scene, name, value) => page.send({ type: "act", scene, name, value });
  for (const element of all("[data-act]")) {
    const { scene } = element.closest(".scene").dataset;
    const event = element.matches("button") ? "click" : element.type === "range" ? "input" : "change";
    if (element.type === "range") {
      element.addEventListener("input", () => { held = element; fill(element); });
      element.addEventListener("change", () => { held = null; });
    }
    element.addEventListener(event, () => page.act(scene, element.dataset.act, element.matches("button") ? element.dataset.value ?? null : valueOf(element)));
  }
})();
