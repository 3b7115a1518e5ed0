/* The sliders of the scene `beat`: one a token for a(x) and for the weights of R(x). Python says where they stand. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const sliders = [...document.querySelectorAll("[data-beat]")];
  const laws = [...document.querySelectorAll('[data-scene="beat"] [data-act="law"]')];
  let held = null; // the slider that is being moved

  const fill = (slider) => slider.style.setProperty("--fill", `${100 * slider.value}%`);
  for (const slider of sliders) {
    slider.addEventListener("input", () => {
      held = slider;
      fill(slider);
      page.act(slider.dataset.beat, { token: Number(slider.dataset.token), value: Number(slider.value) });
    });
    slider.addEventListener("change", () => { held = null; });
  }

  page.scenes ??= {};
  page.scenes.beat = {
    show({ rows, choice }) {
      for (const slider of sliders) {
        const row = rows[Number(slider.dataset.token)];
        if (!row) continue;
        const kind = slider.dataset.beat;
        slider.setAttribute("aria-label", row[`${kind}_label`]);
        slider.setAttribute("aria-valuetext", row[`${kind}_text`]);
        if (slider === held) continue;
        slider.value = String(row[kind]);
        fill(slider);
      }
      for (const button of laws) button.setAttribute("aria-pressed", String(button.dataset.value === choice));
    },
  };
})();
