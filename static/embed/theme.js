/* Light or dark as the host is: what an element's own attribute says, else what the host has marked, else how bright the ground is on which
   the element stands. */
const MARKS = ["data-theme", "data-bs-theme", "data-color-scheme", "data-mode"]; // as themes of static sites write it
const CHANGES = [...MARKS, "class", "style", "data-md-color-scheme"];
const darkens = matchMedia("(prefers-color-scheme: dark)");

function themeOf(element) {
  const own = element.getAttribute("theme");
  if (own === "light" || own === "dark") return own;
  for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) {
    const marked = MARKS.map((name) => one !== element && one.getAttribute(name)).find((value) => value === "light" || value === "dark");
    if (marked) return marked;
    const ground = brightness(getComputedStyle(one).backgroundColor);
    if (ground !== null) return ground < 0.4 ? "dark" : "light";
  }
  return brightness(getComputedStyle(element.shadowRoot.querySelector(".ground")).backgroundColor) < 0.4 ? "dark" : "light";
}

/** From 0 to 1; null where there is hardly any colour. */
function brightness(colour) {
  const parts = colour.match(/[\d.]+/g)?.map(Number) ?? [];
  const [red, green, blue, alpha = 1] = /^rgb/.test(colour) ? parts : [255 * parts[0], 255 * parts[1], 255 * parts[2], parts[3]];
  return alpha < 0.5 || !Number.isFinite(blue) ? null : (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Calls `look` whenever the host may have changed its theme, and again when a transition of its colours is over. */
function watchTheme(look) {
  const again = () => { look(); setTimeout(look, 400); };
  darkens.addEventListener("change", again);
  const observer = new MutationObserver(again);
  const watch = (one) => observer.observe(one, { attributes: true, attributeFilter: CHANGES });
  watch(document.documentElement);
  if (document.body) watch(document.body);
  else document.addEventListener("DOMContentLoaded", () => watch(document.body)); // a script in <head> that does not wait
}
