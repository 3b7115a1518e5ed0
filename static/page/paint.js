/* Repaints the opening bars for an address or an early change, from the small arrays that the build left in the page. Python's
   own picture replaces it; the rule for q is `app.core.law.mix` and `tilt` again (compared in tests). */
(() => {
  "use strict";
  const page = window.losslessPage;
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 0.26;
  const HALF = { p: -0.28, q: 0, out: 0.28 };

  const REACHED = 1e-12; // as app.core.law
  const sumOf = (law) => law.reduce((a, b) => a + b, 0);
  const normalised = (law) => { const sum = sumOf(law); return law.map((x) => x / sum); };
  const likeliest = (p) => p.map((_, i) => i).sort((i, j) => p[j] - p[i] || i - j);
  const only = (p, tokens) => normalised(p.map((x, i) => (tokens.includes(i) ? x : 0)));
  function tempered(p, t) {
    const most = Math.max(...p);
    if (t === 0) return p.map((_, i) => (i === p.indexOf(most) ? 1 : 0));
    return t === 1 ? p : normalised(p.map((x) => (x > 0 ? Math.exp(Math.log(x / most) / t) : 0)));
  }
  function reaching(p, mass) {
    const order = likeliest(p);
    let sum = 0;
    const short = order.filter((i) => (sum += p[i]) < mass - REACHED).length;
    return only(p, order.slice(0, short + 1));
  }
  /** What the filters make of a law, as app.core.law.filtered: temperature, then top-k (0 is off), then top-p (1 is off). */
  page.filtered = (p, { temperature, top_k, top_p }) => {
    const law = tempered(p, temperature);
    const some = top_k && top_k < law.length ? only(law, likeliest(law).slice(0, top_k)) : law;
    return top_p > 0 && top_p < 1 ? reaching(some, top_p) : some;
  };

  /** q of mismatch m between p and r. */
  page.draftLaw = (p, r, m, kind) => {
    if (kind !== "tilt" || m === 0 || m === 1) return p.map((x, i) => (1 - m) * x + m * r[i]);
    const raw = p.map((x, i) => x ** (1 - m) * r[i] ** m);
    return sumOf(raw) > 0 ? normalised(raw) : page.draftLaw(p, r, m, "mix");
  };

  /** Height of the axis: the picture's own rule (app/pictures/converge.py), tested to agree. */
  page.axisTop = (p, q) => Math.min(p.length <= 4 ? 1.1 : 1, Math.ceil(Math.max(...p, ...q) * 1.12 * 20) / 20);

  const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
  const list = (value) => (Array.isArray(value) ? value.map(String) : String(value).split(",").filter(Boolean));
  const MOST = 50;
  const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i; // what Python and JavaScript read alike
  const isLaw = (law) => law.length <= MOST && law.every((x) => x >= 0 && x <= 1) && Math.abs(sumOf(law) - 1) < 1e-6;
  const readers = {
    choice: (row, value) => row.choices.find((one) => String(one) === String(value)),
    number: (row, value) => (NUMBER.test(value) ? clamp(Number(value), ...row.bounds) : undefined),
    flag: (_, value) => ({ 1: true, true: true, 0: false, false: false })[String(value)],
    law: (_, value) => { const law = list(value).map(Number); return isLaw(law) ? law : undefined; },
    names: (_, value) => list(value),
    parts: (_, value) => list(value),
    origins: (_, value) => list(value),
    share: (_, value) => (value === "auto" ? value : readers.number({ bounds: [0, 1] }, value)),
  };
  readers.whole = (row, value) => { const number = readers.number(row, value); return number === undefined ? number : Math.trunc(number); };

  /** The values that can be shown before Python reads them; Python reads them again and has the last word. */
  page.readable = (values) => {
    const good = {};
    for (const row of page.data.schema) {
      const value = row.name in values ? readers[row.kind](row, values[row.name]) : undefined;
      if (value !== undefined) good[row.name] = value;
    }
    if (good.p && !good.scenario) good.scenario = "own";
    return good;
  };

  /** The bars while a recording is told: `bars` holds what came out (kept, corrected) and the token that is looked at. */
  page.paintOut = ({ names, p, q, top }, bars) => draw(names, p, q, { top, ...bars });

  function draw(names, p, q, out) {
    const svg = document.querySelector("#bars-painted svg");
    if (!svg) return;
    svg.querySelectorAll("rect.bar, text").forEach((old) => old.remove());
    const top = out?.top ?? page.axisTop(p, q);
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

  const { p: openingP, q: openingQ } = page.data.painted ?? {}; // what the page's words and numbers are of, until Python writes others
  const alike = (one, other) => one.length === other.length && one.every((x, i) => Math.abs(x - other[i]) < 1e-9);

  const namesOf = ({ names }, p) => (names?.length === p.length ? names : p.map((_, i) => String.fromCharCode(97 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26) + 1)));

  page.paint = (settings, search) => {
    if (search) Object.assign(settings, page.readable(Object.fromEntries(new URLSearchParams(search))));
    const scenario = page.data.scenarios[settings.scenario];
    const whole = [scenario?.p ?? settings.p, scenario?.r ?? (settings.r?.length ? settings.r : settings.p)];
    if (whole[0]?.length && whole[0].length === whole[1].length) {
      const [p, r] = whole.map((law) => page.filtered(law, settings));
      const q = page.draftLaw(p, r, settings.mismatch, settings.draft);
      draw(namesOf(scenario ?? settings, p), p, q);
      const theory = p.reduce((sum, x, i) => sum + Math.min(x, q[i]), 0);
      const known = alike(p, openingP) && alike(q, openingQ) && settings.rule !== "naive";
      document.documentElement.toggleAttribute("data-unknown", !known);
      document.documentElement.dataset.verdict = settings.rule === "naive" ? "naive" : "lossless";
      document.getElementById("share-accepted").style.width = `${100 * theory}%`;
      Object.assign(page.data.painted, { p, q, counts: p.map(() => 0), acceptance_theory: theory, limit: settings.rule === "naive" ? 1 - theory : 0 });
    }
    if (settings.scene === "converge" && !["lossless", "naive"].includes(settings.rule)) settings.scene = "rules"; // which shows the others
    page.showScene(settings.scene);
    page.bindSettings(settings);
    page.showControls(settings, "playing" in document.getElementById("play").dataset, "");
    page.showParts(settings.hide);
  };
})();
