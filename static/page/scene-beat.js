/* The sliders of the scene `beat`: one a token for a(x) and for the weights of R(x). Python says where they stand. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const sliders = [...document.querySelectorAll("[data-beat]")];
  const buttons = [...document.querySelectorAll('[data-scene="beat"] [data-act]')];
  const laws = buttons.filter((button) => button.dataset.act === "law");
  const NEAR = 0.0051; // half a step, by which Python may move a slider onto the rule's own value
  let waiting = null; // {slider, value}: the last one moved, until Python has heard of it; what it shows till then is old

  const fill = (slider) => slider.style.setProperty("--fill", `${100 * slider.value}%`);
  for (const slider of sliders) {
    slider.addEventListener("input", () => {
      const value = Number(slider.value);
      waiting = { slider, value };
      fill(slider);
      page.act("beat", slider.dataset.beat, { token: Number(slider.dataset.token), value });
    });
  }
  for (const button of buttons) button.addEventListener("click", () => { waiting = null; });
  const isOld = (slider, value) => waiting?.slider === slider && Math.abs(value - waiting.value) > NEAR && !(waiting.value === 0 && value === 0.01);

  page.scenes ??= {};
  page.scenes.beat = {
    opened() { waiting = null; },
    show({ rows, choice }) {
      for (const slider of sliders) {
        const row = rows[Number(slider.dataset.token)];
        if (!row) continue;
        const kind = slider.dataset.beat;
        slider.setAttribute("aria-label", row[`${kind}_label`]);
        slider.setAttribute("aria-valuetext", row[`${kind}_text`]);
        if (isOld(slider, row[kind])) continue;
        if (waiting?.slider === slider) waiting = null;
        slider.value = String(row[kind]);
        fill(slider);
      }
      for (const button of laws) button.setAttribute("aria-pressed", String(button.dataset.value === choice));
    },
  };
})();
