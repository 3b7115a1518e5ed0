/* What settings come to before Python is there: their values, the laws p and q, the names, the axis. It is the same for the page's painted
   bars, the posters of embed.js and the link builder. It touches no page; tests hold each part to Python's own (named beside it). */
const losslessLaws = (() => {
  "use strict";
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
  function filtered(p, { temperature, top_k, top_p }) {
    const law = tempered(p, temperature);
    const some = top_k && top_k < law.length ? only(law, likeliest(law).slice(0, top_k)) : law;
    return top_p > 0 && top_p < 1 ? reaching(some, top_p) : some;
  }

  /** q of mismatch m between p and r, as app.core.law.mix and tilt. */
  function draftLaw(p, r, m, kind) {
    if (kind !== "tilt" || m === 0 || m === 1) return p.map((x, i) => (1 - m) * x + m * r[i]);
    const raw = p.map((x, i) => x ** (1 - m) * r[i] ** m);
    return sumOf(raw) > 0 ? normalised(raw) : draftLaw(p, r, m, "mix");
  }

  /** Height of the axis, as app.pictures.converge.axis_top. */
  const axisTop = (p, q) => Math.min(p.length <= 4 ? 1.1 : 1, Math.ceil(Math.max(...p, ...q) * 1.12 * 20) / 20);

  /** Names of tokens that nobody named, as app.core.scenario.default_name. */
  const letters = (p) => p.map((_, i) => String.fromCharCode(97 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26) + 1));

  /** Names, p and q of the settings. Laws of one's own begin as the scenario `before`, which stays where they do not fit each other. */
  function lawsOf(settings, scenarios, before) {
    const own = settings.scenario === "own";
    const begin = scenarios[own ? before : settings.scenario];
    const or = (given, usual) => (given?.length ? given : usual);
    const alone = settings.p?.length > 0;
    const p = own ? or(settings.p, begin.p) : begin.p;
    const r = own ? or(settings.r, alone ? p : begin.r) : begin.r;
    const names = own ? or(settings.names, alone ? letters(p) : begin.names) : begin.names;
    const fit = r.length === p.length && names.length === p.length && new Set(names).size === p.length;
    const shown = fit ? { names, p, r } : begin;
    const [target, worst] = [shown.p, shown.r].map((law) => filtered(law, settings));
    return { names: shown.names, p: target, q: draftLaw(target, worst, settings.mismatch, settings.draft) };
  }

  const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
  const list = (value) => (Array.isArray(value) ? value.map(String) : String(value).split(",").filter(Boolean));
  const decoded = (run) => new TextDecoder().decode(Uint8Array.from(run.slice(1).split("%"), (byte) => parseInt(byte, 16)));
  const unescaped = (name) => name.replace(/(?:%[0-9a-f]{2})+/gi, decoded); // a lone % stays one
  const MOST = 50;
  const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i; // what Python and JavaScript read alike
  const isLaw = (law) => law.length <= MOST && law.every((x) => x >= 0 && x <= 1) && Math.abs(sumOf(law) - 1) < 1e-6;
  const readers = {
    choice: (row, value) => row.choices.find((one) => String(one) === String(value)),
    number: (row, value) => (NUMBER.test(value) ? clamp(Number(value), ...row.bounds) : undefined),
    flag: (_, value) => ({ 1: true, true: true, 0: false, false: false })[String(value)],
    law: (_, value) => { const law = list(value).map(Number); return isLaw(law) ? law : undefined; },
    names: (_, value) => (Array.isArray(value) ? list(value) : list(value).map(unescaped)), // in a text its own commas are escaped once more
    parts: (_, value) => list(value),
    origins: (_, value) => list(value),
    share: (_, value) => (value === "auto" ? value : readers.number({ bounds: [0, 1] }, value)),
  };
  readers.whole = (row, value) => { const number = readers.number(row, value); return number === undefined ? number : Math.trunc(number); };

  /** The values that can be shown before Python reads them, as app.session.reading; Python reads them again and has the last word. */
  function readable(schema, values) {
    const good = {};
    for (const row of schema) {
      const value = row.name in values ? readers[row.kind](row, values[row.name]) : undefined;
      if (value !== undefined) good[row.name] = value;
    }
    if ((good.p || good.r) && !good.scenario) good.scenario = "own";
    return good;
  }

  return { filtered, draftLaw, axisTop, lawsOf, readable };
})();
