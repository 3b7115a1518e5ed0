/* When the verdict changes, the blue bars slide to where they now belong: only the verdict has changed, and the eye can follow. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const LASTS = 450; // ms
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const model = (name) => page.document.get_model_by_name(name);
  let slide = null; // { from, began, final, drawn }

  const read = () => ({ bars: model("bars-data").data, corrected: model("bars-corrected").data });
  const column = (data, name) => Array.from(data.get ? data.get(name) : data[name]);

  /** Heights of all blue bars, corrected parts included. */
  function totals({ bars, corrected }) {
    const heights = column(bars, "kept");
    column(corrected, "x").forEach((x, i) => { heights[Math.round(x - 0.28)] = column(corrected, "high")[i]; });
    return heights;
  }

  /** Applies a patch; where it changes the verdict, lets the bars get there by and by. */
  page.applySliding = (apply) => {
    const before = read();
    const verdict = document.documentElement.dataset.verdict;
    apply();
    const after = read();
    if (slide && (after.bars !== slide.drawn.bars || after.corrected !== slide.drawn.corrected)) slide.final = after;
    if (document.documentElement.dataset.verdict === verdict || still.matches) return;
    const from = totals(before);
    if (from.length !== totals(after).length) return;
    const fresh = slide === null;
    slide = { from, began: performance.now(), final: after, drawn: after };
    if (fresh) frame(); // at once, so that the end is not seen first
  };

  function frame() {
    if (!page.document) { slide = null; return; } // Retry took the charts away
    const { from, final } = slide;
    const share = Math.min(1, (performance.now() - slide.began) / LASTS);
    if (share === 1) { draw(final); slide = null; return; }
    const eased = 1 - (1 - share) ** 3;
    const tops = totals(final).map((to, i) => (from[i] ?? 0) + (to - (from[i] ?? 0)) * eased);
    const bars = new Map([...entries(final.bars)].map(([name, values]) => [name, name === "kept" ? column(final.bars, "kept").map((kept, i) => Math.min(kept, tops[i])) : values]));
    const places = column(final.corrected, "x").map((x) => Math.round(x - 0.28));
    const kept = bars.get("kept");
    places.length === 0 && tops.forEach((top, i) => { kept[i] = top; });
    draw({ bars, corrected: new Map([["x", column(final.corrected, "x")], ["low", places.map((i) => kept[i])], ["high", places.map((i) => tops[i])]]) });
    requestAnimationFrame(frame);
  }
  const entries = (data) => (data instanceof Map ? data.entries() : Object.entries(data));

  function draw({ bars, corrected }) {
    model("bars-data").setv({ data: bars }, { sync: false });
    model("bars-corrected").setv({ data: corrected }, { sync: false });
    slide.drawn = read();
  }
})();
