/* The tour's card above the scene: what to do at this stop, on to the next. Python says when it was done (app/lesson/tour.py). */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const card = byId("tour");
  const STORED = "lossless:tour"; // in localStorage: the stop where the tour was left
  let current = null;

  const recall = () => { try { const stop = localStorage.getItem(STORED); return page.data.tour.includes(stop) ? stop : null; } catch { return null; } };
  const keep = (stop) => { try { if (stop) localStorage.setItem(STORED, stop); else localStorage.removeItem(STORED); } catch { /* a sandbox without storage */ } };
  const go = (stop) => page.send({ type: "set", values: { tour: stop ?? "off" }, drag: false });

  const takers = [...document.querySelectorAll("#take-tour, [data-take-tour]")]; // in the top row, under More, in the help
  const name = () => { for (const taker of takers) taker.textContent = page.text[recall() ? "tour.resume" : "tour.take"]; };

  page.showTour = (shown) => {
    const here = card.contains(document.activeElement); // before it is hidden
    card.hidden = !shown;
    for (const taker of takers) taker.hidden = Boolean(shown);
    if (!shown) {
      if (current) { current = null; name(); }
      if (here) page.focusFirst([...takers, byId("play")]);
      return;
    }
    const moved = current?.stop !== shown.stop;
    current = shown;
    for (const [id, text] of Object.entries({ progress: shown.progress, title: shown.title, text: shown.text, said: shown.said, done: shown.done })) {
      const place = byId(`tour-${id}`);
      if (place.textContent !== text) place.textContent = text;
    }
    card.classList.toggle("done", shown.done !== "");
    byId("tour-back").hidden = !shown.before;
    byId("tour-next").textContent = shown.next;
    byId("tour-next").classList.toggle("primary", shown.done !== "");
    const choices = byId("tour-choices");
    choices.hidden = shown.choices.length === 0;
    if (moved) {
      keep(shown.stop);
      choices.replaceChildren(...shown.choices.map(([id, text]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button";
        button.textContent = text;
        button.dataset.choice = id;
        button.addEventListener("click", () => page.send({ type: "predict", stop: current.stop, choice: id }));
        return button;
      }));
      byId("tour-title").focus({ preventScroll: true });
    }
    for (const button of choices.children) button.setAttribute("aria-pressed", String(button.dataset.choice === shown.chosen));
  };

  for (const taker of takers) taker.addEventListener("click", () => { byId("help-dialog").close(); go(recall() ?? page.data.tour[0]); });
  byId("tour-next").addEventListener("click", () => { if (!current) return; if (!current.after) keep(null); go(current.after); });
  byId("tour-back").addEventListener("click", () => { if (current) go(current.before); });
  byId("tour-leave").addEventListener("click", () => go(null));
  name();
})();
