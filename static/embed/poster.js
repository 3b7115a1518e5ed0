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

/** Names, p and q of an element's settings, as the page in it will paint them. */
function lawsOf(settings) {
  const rows = Object.entries(data.settings).map(([name, row]) => ({ name, ...row }));
  const usual = Object.fromEntries(rows.map(({ name, default: value }) => [name, value]));
  return losslessLaws.lawsOf({ ...usual, ...losslessLaws.readable(rows, settings) }, data.scenarios, usual.scenario);
}

/** The bars of p and q as an SVG that fills its place. */
function barsOf(settings) {
  const { names, p, q } = lawsOf(settings);
  const top = losslessLaws.axisTop(p, q);
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
