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
  let width = innerWidth;
  window.addEventListener("resize", () => { if (width !== innerWidth) { width = innerWidth; release(); } }); // a phone's bars slide away
  page.restyled.add(release);

  /** After an update. What is told of other laws, of another scene, or at another pace takes another room. */
  page.holdHeights = ({ scene, settings, columns, chosen, ticker, cycles }) => {
    const { play, seed, speed, mismatch, ...others } = settings;
    const fast = Boolean(ticker) || (cycles && !cycles.narrated && !cycles.empty);
    const now = JSON.stringify([scene, others, columns?.names, Boolean(chosen), fast]);
    if (now !== held) { held = now; release(); }
    for (const card of cards) {
      const { height } = card.getBoundingClientRect(); // 0 in scenes that are not shown; not rounded, so that it alone changes nothing
      if (height <= (heights.get(card) ?? 0)) continue;
      heights.set(card, height);
      card.style.setProperty("--held", `${height}px`);
    }
  };
})();
