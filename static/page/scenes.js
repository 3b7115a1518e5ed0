/* The scenes: one is shown at a time, with the shared controls moved into it. Python makes its figures when it is first opened, and they
   are drawn then. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const root = document.documentElement;
  const sections = new Map([...document.querySelectorAll(".scene")].map((one) => [one.dataset.scene, one]));
  page.sceneNames = [...sections.keys()];
  const links = [...document.querySelectorAll("[data-scene-link]")];
  const deck = [...document.querySelector("[data-deck]").children];
  const drawn = new Map(); // view by name of its place
  let scene = null;

  /** Shows one scene; Python is told by the caller. */
  page.showScene = (name) => {
    if (name !== scene && sections.has(name)) {
      scene = name;
      root.dataset.scene = name;
      const section = sections.get(name);
      section.querySelector("[data-deck]")?.append(...deck);
      const uses = section.querySelector("[data-uses]").dataset.uses.split(" ");
      for (const element of document.querySelectorAll("[data-use]")) element.toggleAttribute("hidden-by-scene", !uses.includes(element.dataset.use));
      for (const link of links) {
        if (link.dataset.sceneLink === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      if (byId("further")) {
        byId("further").open = false;
        byId("further").toggleAttribute("data-here", byId("further").querySelector("[aria-current]") !== null);
      }
      page.scenes?.[name]?.opened?.();
      page.showKept?.(name);
    }
    drawScene();
  };

  /** Draws the figures of the scene that is shown, each once. */
  async function drawScene() {
    if (!page.document || !scene) return;
    for (const slot of sections.get(scene).querySelectorAll("[data-plot]")) {
      const name = slot.dataset.plot;
      if (drawn.has(name)) continue;
      drawn.set(name, null);
      const doc = page.document;
      const model = doc.get_model_by_name(name); // null until Python has opened the scene
      const view = model && await doc.views_manager.build_view(model);
      if (doc !== page.document) return; // Retry took the charts away
      if (!view) { drawn.delete(name); continue; }
      view.build(slot);
      drawn.set(name, view);
    }
  }
  page.drawScene = drawScene;
  page.sceneViews = () => [...drawn.values()].filter(Boolean);
  /** The charts of the scene that is shown: pairs of view and place. */
  page.chartsOnScreen = () => {
    const slots = [...sections.get(scene).querySelectorAll(".slot")].filter((slot) => slot.checkVisibility());
    const roots = { "bars-slot": "bars", "curve-slot": "curve" };
    const viewIn = (slot) => ("plot" in slot.dataset ? drawn.get(slot.dataset.plot) : [...Bokeh.index].find((view) => view.model.name === roots[slot.id]));
    return slots.map((slot) => [viewIn(slot), slot]).filter(([view]) => view);
  };
  page.discardScenes = () => {
    for (const slot of document.querySelectorAll("[data-plot]")) slot.replaceChildren();
    drawn.clear();
  };

  for (const link of links) link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
    event.preventDefault();
    page.openScene(link.dataset.sceneLink);
  });
  /** Opens a scene with these settings, as a link or a feedback does. */
  page.openScene = (name, settings = {}) => {
    if (page.refuses({ type: "set", values: { scene: name } })) return;
    page.showScene(name);
    page.send({ type: "set", values: { ...settings, scene: name }, drag: false });
  };
})();
