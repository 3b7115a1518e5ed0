/* One draw takes more words than the next: a card that has grown for them keeps its height, so that nothing below it jumps. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const cards = [...document.querySelectorAll("[data-holds]")];
  const heights = new Map(); // by card
  let held = ""; // what the heights are of

  function release() {
    heights.clear();
    for (const card of cards) card.style.removeProperty("--held");
  }
  window.addEventListener("resize", release);
  page.restyled.add(release);

  /** After an update. What is told of other laws, of another scene, or at another pace takes another room. */
  page.holdHeights = ({ scene, settings, columns, chosen, narration, cycles }) => {
    const { play, seed, speed, mismatch, ...others } = settings;
    const told = Boolean(narration?.beats.length || cycles?.narrated);
    const now = JSON.stringify([scene, others, columns?.names, Boolean(chosen), told]);
    if (now !== held) { held = now; release(); }
    for (const card of cards) {
      const height = card.offsetHeight; // 0 in scenes that are not shown
      if (height <= (heights.get(card) ?? 0)) continue;
      heights.set(card, height);
      card.style.setProperty("--held", `${height}px`);
    }
  };
})();
