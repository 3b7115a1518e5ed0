/* Predict first: the card that asks, and what it covers. Python says what is asked and what is hidden (app/session/guessing.py). */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const card = byId("guess");
  const choices = byId("guess-choices");
  let shown = null;
  let closed = ""; // the title under which the answer was put away

  const guess = (choice) => page.send({ type: "guess", choice });
  const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  page.showGuess = (asked) => {
    document.documentElement.removeAttribute("data-predict"); // of the address, until Python was here
    shown = asked;
    const over = asked && !asked.open && (!asked.said || closed === asked.title);
    card.hidden = !asked || Boolean(over);
    if (card.hidden) return;
    if (asked.open) closed = "";
    setText(byId("guess-title"), asked.title);
    setText(byId("guess-said"), asked.said);
    byId("guess-show").hidden = choices.hidden = !asked.open;
    byId("guess-close").hidden = asked.open;
    card.classList.toggle("done", !asked.open);
    if (choices.dataset.of === JSON.stringify(asked.choices)) return;
    choices.dataset.of = JSON.stringify(asked.choices);
    choices.replaceChildren(...asked.choices.map((text, i) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = text;
      button.addEventListener("click", () => guess(i));
      return button;
    }));
  };

  /** Shows what is hidden, without a guess: the key for a talk. */
  page.reveal = () => { if (shown?.open) guess(null); };
  byId("guess-show").addEventListener("click", page.reveal);
  byId("guess-close").addEventListener("click", () => { closed = shown.title; card.hidden = true; });
})();
