/* Where this script lies, and what the settings of an element come to. The parts in static/embed are joined to dist/embed.js, in one
   function: nothing of them is seen from outside but the element. `data` is put before them by the build (tools/embed.py). */
const script = document.currentScript ?? [...document.querySelectorAll("script[src]")].findLast(({ src }) => /\/embed\.js(?:[?#]|$)/.test(src));
const HOME = new URL(".", script?.src ?? location.href);

/** A value as an address holds it; a name's own commas are escaped once more. */
const written = (value) => {
  if (Array.isArray(value)) return value.map((one) => String(one).replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
  return typeof value === "boolean" ? String(Number(value)) : String(value);
};

/** The settings that an element's attributes name, as an address holds them; what is no setting is left alone. */
function settingsOf(element) {
  const named = {};
  for (const [name, { kind, choices }] of Object.entries(data.settings)) {
    const value = element.getAttribute(name);
    if (value === null || name === "embed") continue;
    if (name === "lang" && !choices.includes(value)) continue; // the host's own, of the words around
    named[name] = kind === "flag" && value === "" ? "1" : value; // <lossless-demo play> as in HTML
  }
  return named;
}

const sceneOf = ({ scene }) => (Object.hasOwn(data.scenes, scene ?? "") ? scene : data.settings.scene.default);

/** The page with these settings; `embed` where it stands in another page. */
function addressOf(settings, { embed = false, theme = null } = {}) {
  const url = new URL("index.html", HOME);
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, value);
  if (theme) url.searchParams.set("theme", theme);
  if (embed) url.searchParams.set("embed", "1");
  // Who puts the element into a page may drive it from there.
  if (embed && "origins" in data.settings && !settings.origins && HOME.origin !== location.origin) url.searchParams.set("origins", self.origin);
  return url.href;
}

/** How high the page will be at this width, about: so that nothing moves when it comes. Rather too high: a frame out of sight cannot say
    how high it is, and would scroll inside. */
function heightAt(settings, width) {
  if (settings.projector === "1") return Math.round((width * 9) / 16);
  const known = data.heights[sceneOf(settings)];
  const after = known.findIndex(([one]) => one >= width);
  if (after < 0) return known.at(-1)[1];
  if (after === 0) return known[0][1];
  const [[, before], [at, height]] = [known[after - 1], known[after]];
  return at === width ? height : Math.max(before, height);
}
