/* What stands there before the demo does: the question, and a picture. For `converge` the two laws are drawn from the element's own
   settings; the other scenes have a file each in posters/. Everything is made by DOM methods: a host's policy may forbid more. */
const SVG = "http://www.w3.org/2000/svg";
const [BAR, PLACES] = [0.26, { p: -0.14, q: 0.14 }]; // of a column
const MOST_NAMES = 12;

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const make = (kind, attributes = {}, ...children) => filled(document.createElement(kind), attributes, children);
const draw = (kind, attributes = {}, ...children) => filled(document.createElementNS(SVG, kind), attributes, children);

const numbers = (text) => String(text ?? "").split(",").filter(Boolean).map(Number);
const isLaw = (law) => law.length > 0 && law.length <= 50 && law.every((x) => x >= 0) && Math.abs(law.reduce((a, b) => a + b, 0) - 1) < 1e-6;

/** Names, p and q as these settings have them, before any filter. */
function lawsOf(settings) {
  let { names, p, r } = data.scenarios[settings.scenario] ?? data.scenarios[data.settings.scenario.default];
  const own = numbers(settings.p);
  if (isLaw(own) && (settings.scenario ?? "own") === "own") {
    p = own;
    const worst = numbers(settings.r);
    r = isLaw(worst) && worst.length === p.length ? worst : p;
    const given = (settings.names ?? "").split(",").map((name) => name.replaceAll("%2C", ",").replaceAll("%25", "%"));
    names = p.map((_, i) => (given.length === p.length ? given[i] : String.fromCharCode(97 + i)));
  }
  const asked = Number(settings.mismatch ?? data.settings.mismatch.default);
  const m = Number.isFinite(asked) ? Math.min(1, Math.max(0, asked)) : data.settings.mismatch.default;
  let q = p.map((x, i) => (1 - m) * x + m * r[i]);
  if (settings.draft === "tilt" && m > 0 && m < 1) {
    const raw = p.map((x, i) => x ** (1 - m) * r[i] ** m);
    const sum = raw.reduce((a, b) => a + b, 0);
    if (sum > 0) q = raw.map((x) => x / sum);
  }
  return { names, p, q };
}

/** The bars of p and q as an SVG that fills its place. */
function barsOf(settings) {
  const { names, p, q } = lawsOf(settings);
  const top = Math.min(1, Math.ceil(Math.max(...p, ...q) * 1.12 * 20) / 20);
  const percent = (x) => `${(100 * x).toFixed(2)}%`;
  const stripes = draw("pattern", { id: "stripes", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, draw("rect", { width: 2, height: 7, class: "draft" }));
  const svg = draw("svg", { class: "bars", role: "img", "aria-label": data.text["embed.bars"] }, draw("defs", {}, stripes));
  for (const share of [0, 0.25, 0.5, 0.75, 1]) svg.append(draw("line", { class: "grid", x1: 0, x2: "100%", y1: percent(share), y2: percent(share) }));
  names.forEach((name, i) => {
    const bar = (place, height) => ({ x: percent((i + 0.5 + PLACES[place] - BAR / 2) / names.length), width: percent(BAR / names.length), y: percent(1 - height / top), height: percent(height / top) });
    svg.append(draw("rect", { class: "target", ...bar("p", p[i]) }), draw("rect", { class: "outline", ...bar("q", q[i]) }), draw("rect", { fill: "url(#stripes)", ...bar("q", q[i]) }));
    if (names.length <= MOST_NAMES) svg.append(draw("text", { x: percent((i + 0.5) / names.length), y: "100%", dy: "1.4em" }, name));
  });
  return svg;
}

/** The picture of a scene from its file: the part of it that is no words. */
function pictureOf(scene, theme) {
  const at = (colours) => new URL(`posters/${scene}-${colours}.svg#picture`, HOME).href;
  const image = make("img", { src: at(theme), alt: data.scenes[scene].picture, decoding: "async" });
  const picture = make("picture", {}, make("source", { media: "print", srcset: at("light") }), image);
  image.addEventListener("error", () => picture.remove()); // the host's policy may forbid images of ours
  return picture;
}

/** Fills the poster for these settings. */
function paintPoster(poster, settings, theme) {
  const scene = sceneOf(settings);
  const legend = make("p", { class: "legend" }, make("i", { class: "target" }), data.text["chart.target"], make("i", { class: "draft" }), data.text["chart.draft"]);
  const card = scene === "converge" ? [legend, make("div", { class: "stage" }, barsOf(settings))] : [pictureOf(scene, theme)];
  poster.replaceChildren(make("p", { class: "question" }, data.scenes[scene].question), make("div", { class: "card" }, ...card));
}
