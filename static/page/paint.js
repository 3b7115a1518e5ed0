/* Repaints the opening bars for an address or an early change, from the small arrays that the build left in the page. Python's
   own picture replaces it; what is painted comes from laws.js. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 0.26;
  const HALF = { p: -0.28, q: 0, out: 0.28 };

  /** The values that can be shown before Python reads them. */
  page.readable = (values) => losslessLaws.readable(page.data.schema, values);

  /** The bars while a recording is told: `bars` holds what came out (kept, corrected) and the token that is looked at. */
  page.paintOut = ({ names, p, q, top }, bars) => draw(names, p, q, { top, ...bars });

  function draw(names, p, q, out) {
    const svg = document.querySelector("#bars-painted svg");
    if (!svg) return;
    svg.querySelectorAll("rect.bar, text").forEach((old) => old.remove());
    const top = out?.top ?? losslessLaws.axisTop(p, q);
    const add = (kind, attributes) => {
      const element = document.createElementNS(SVG, kind);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      svg.append(element);
    };
    const bar = (kind, i, height) => ({ x: `${(100 * (i + 0.5 + HALF[kind] - WIDTH / 2)) / p.length}%`, width: `${(100 * WIDTH) / p.length}%`, y: `${100 * (1 - height / top)}%`, height: `${(100 * height) / top}%` });
    if (Number.isInteger(out?.highlight)) add("rect", { class: "bar highlight", x: `${(100 * (out.highlight + 0.02)) / p.length}%`, width: `${96 / p.length}%`, y: "0%", height: "100%" });
    p.forEach((_, i) => {
      add("rect", { class: "bar p", ...bar("p", i, p[i]) });
      add("rect", { class: "bar q", ...bar("q", i, q[i]) });
      add("rect", { class: "bar hatch", ...bar("q", i, q[i]) });
      if (!out) return;
      add("rect", { class: "bar kept", ...bar("out", i, out.kept[i]) });
      const whole = bar("out", i, out.kept[i] + out.corrected[i]);
      if (out.corrected[i] > 0) add("rect", { class: "bar corrected", ...whole, height: `${(100 * out.corrected[i]) / top}%` });
    });
    if (!out) page.showColumns({ names, p, q, top, labels: names, chosen: null, own: false });
  }

  const { p: openingP, q: openingQ } = page.data.painted; // what the page's words and numbers are of, until Python writes others
  const alike = (one, other) => one.length === other.length && one.every((x, i) => Math.abs(x - other[i]) < 1e-9);

  let before = page.data.painted.settings.scenario; // the last that was not one's own

  page.paint = (settings, search) => {
    if (search) Object.assign(settings, page.readable(Object.fromEntries(new URLSearchParams(search))));
    if (settings.scenario !== "own") before = settings.scenario;
    const { names, p, q } = losslessLaws.lawsOf(settings, page.data.scenarios, before);
    draw(names, p, q);
    const theory = p.reduce((sum, x, i) => sum + Math.min(x, q[i]), 0);
    const known = alike(p, openingP) && alike(q, openingQ) && settings.rule !== "naive";
    document.documentElement.toggleAttribute("data-unknown", !known);
    document.documentElement.dataset.verdict = settings.rule === "naive" ? "naive" : "lossless";
    document.getElementById("share-accepted").style.width = `${100 * theory}%`;
    Object.assign(page.data.painted, { p, q, counts: p.map(() => 0), acceptance_theory: theory, limit: settings.rule === "naive" ? 1 - theory : 0 });
    if (settings.scene === "converge" && !["lossless", "naive"].includes(settings.rule)) settings.scene = "rules"; // which shows the others
    page.showScene(settings.scene);
    for (const what of ["question", "hint"]) document.querySelector(`[data-show="${what}"]`).textContent = page.text[`${what}.${settings.scene}`];
    page.bindSettings(settings);
    page.showControls(settings, "playing" in document.getElementById("play").dataset, "");
    page.showParts(settings.hide);
  };
})();
