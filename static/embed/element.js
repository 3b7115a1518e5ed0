/* <lossless-demo>: every setting is an attribute; a poster at once, the demo itself once it is near the screen, or clicked where
   start="click". Fires `live`, `state` and `error`. What a child with slot="poster" holds stands in the poster's place; other children are
   for browsers without scripts. */
const NEAR = "300px 0px";
const SILENCE = 8000; // ms after the frame has loaded within which the page in it says something
const HIGHEST = 20_000; // px that a frame may ask for

class LosslessDemo extends HTMLElement {
  static observedAttributes = Object.keys(data.settings);
  /** One for all, so that of those on the screen at once the first in the page begins. */
  static #near = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.#comesNear(); }, { rootMargin: NEAR });
  #box = make("div", { class: "box" });
  #poster = make("figure", { class: "poster" });
  #place = make("div", { class: "place" });
  #ask = make("button", { class: "ask", type: "button" }, data.text["embed.start"]);
  #said = make("p", { class: "said", role: "status", hidden: "" });
  #print = make("div", { class: "print" });
  #frame = null;
  #heard = false; // the page in the frame has said something
  #theme = null;
  #changed = new Map();
  #queue = []; // messages for a page that does not listen yet
  #answers = [];
  #size = new ResizeObserver(() => this.#reserve());
  #hear = (event) => this.#receive(event);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    dress(root);
    this.#place.append(make("slot", { name: "poster" }, this.#poster));
    this.#box.append(this.#place, this.#ask, this.#said, this.#print);
    root.append(make("span", { class: "ground" }), this.#box);
    this.#ask.addEventListener("click", () => this.start());
  }

  // ---- for the host page
  /** Opens the demo now, whatever else runs. */
  start() {
    if (this.#frame || !this.isConnected) return;
    LosslessDemo.#near.unobserve(this);
    this.#open(); // first: whoever rests wakes all that wait, and this one waits too
    turns.open(this);
  }
  /** Changes settings, before or after the start; attributes follow. */
  set(values) { for (const [name, value] of Object.entries(values)) if (Object.hasOwn(data.settings, name)) this.setAttribute(name, written(value)); }
  play() { this.post("play"); }
  pause() { this.post("pause"); }
  step() { this.post("step"); }
  reset() { this.post("reset"); }
  replay() { this.post("replay"); }
  skip(n) { this.post("skip", { n }); }
  /** Promises the demo's state; null where it has not been started. */
  state() {
    if (!this.#frame) return Promise.resolve(null);
    return new Promise((resolve) => { this.#answers.push(resolve); this.post("get"); });
  }
  /** Sends the demo a message, lossless:<type>, and starts it if it has not been. */
  post(type, fields = {}) {
    this.start();
    const message = { ...fields, type: `lossless:${type}` };
    if (this.#heard) this.#frame.contentWindow.postMessage(message, "*");
    else this.#queue.push(message);
  }
  /** Lets Python go, for another demo of the page; the last picture stays. */
  rest() {
    turns.end(this);
    this.post("rest");
  }

  // ---- life in the page
  connectedCallback() {
    window.addEventListener("message", this.#hear);
    this.#size.observe(this);
    this.#now("poster");
    this.applyTheme();
    this.#paint();
    elements.add(this);
    if (this.getAttribute("start") !== "click" && !navigator.connection?.saveData) whenLoaded(() => { if (this.isConnected && !this.#frame) LosslessDemo.#near.observe(this); });
  }
  disconnectedCallback() {
    window.removeEventListener("message", this.#hear);
    elements.delete(this);
    LosslessDemo.#near.unobserve(this);
    this.#size.disconnect();
    this.#close();
  }
  attributeChangedCallback(name, _, value) {
    if (!this.isConnected) return;
    if (name === "theme") { this.applyTheme(); return; }
    if (this.#changed.size === 0) queueMicrotask(() => this.#change());
    this.#changed.set(name, value);
  }
  #change() {
    const changed = [...this.#changed.keys()];
    this.#changed.clear();
    this.#paint();
    if (!this.#frame) return;
    const now = settingsOf(this);
    this.post("set", { settings: Object.fromEntries(changed.map((name) => [name, now[name] ?? data.settings[name].default])) });
  }

  /** Takes the host's theme, and gives it to the frame. */
  applyTheme() {
    const theme = themeOf(this);
    if (theme === this.#theme) return;
    this.#theme = theme;
    this.#box.dataset.theme = theme;
    this.#paint();
    if (this.#frame) this.post("host", { theme });
  }

  #paint() {
    paintPoster(this.#poster, settingsOf(this), this.#theme);
    this.#reserve();
  }
  /** Puts the link, and a code for phones, under the poster: paper has no buttons. */
  preparePrint() {
    const address = addressOf(settingsOf(this));
    const words = make("p", {}, data.text["embed.printed"], make("br"), make("a", { href: address }, address));
    this.#print.replaceChildren(...[codeOf(address, data.text["embed.code"]), words].filter(Boolean));
  }
  #reserve() {
    const width = this.clientWidth;
    if (!width) return; // in a closed <details>: when it opens
    const height = `${heightAt(settingsOf(this), width)}px`;
    this.#place.style.minHeight = height;
    if (this.#frame && !this.#heard) this.#frame.style.height = height;
  }
  #now(what) {
    this.#box.dataset.now = what;
    this.#ask.textContent = what === "taken" ? data.text["embed.run-here"] : data.text["embed.start"].replace("{size}", data.megabytes);
    this.#said.hidden = what !== "failed" && what !== "taken";
    if (what === "taken") this.#said.textContent = data.text["embed.taken"];
    if (what === "failed") this.#said.replaceChildren(data.text["embed.failed"], " ", make("a", { href: addressOf(settingsOf(this)), target: "_blank" }, data.text["embed.open"]));
  }

  #comesNear() {
    if (this.#frame) return;
    if (!turns.mayOpen(this, () => this.#comesNear())) { if (turns.isTaken(this)) this.#now("taken"); return; }
    this.start();
  }
  #open() {
    const settings = settingsOf(this);
    this.#now("opening");
    const title = this.title || data.scenes[sceneOf(settings)].question;
    this.#frame = make("iframe", { src: addressOf(settings, { embed: true, theme: this.#theme }), title, allow: "fullscreen; clipboard-write", scrolling: "no" });
    this.#frame.addEventListener("load", () => setTimeout(() => { if (this.#frame && !this.#heard) this.#fail(); }, SILENCE));
    this.#box.append(this.#frame);
    this.#reserve();
  }
  #close() {
    this.#frame?.remove();
    this.#frame = null;
    this.#heard = false;
    this.#queue = [];
    for (const answer of this.#answers.splice(0)) answer(null);
    turns.end(this);
  }
  #fail() {
    this.#close();
    this.#now("failed");
  }

  #receive({ source, origin, data: message }) {
    if (!this.#frame || source !== this.#frame.contentWindow || (origin !== HOME.origin && origin !== "null")) return;
    if (typeof message?.type !== "string" || !message.type.startsWith("lossless:")) return;
    const type = message.type.slice("lossless:".length);
    if (!this.#heard) this.#begin();
    if (type === "size" && message.height > 0) this.#frame.style.height = `${Math.min(HIGHEST, message.height)}px`;
    else if (type === "runs") turns.begin(this, message.shared === true);
    else if (type === "ready") this.dispatchEvent(new CustomEvent("live"));
    else if (type === "error") this.dispatchEvent(new CustomEvent("error", { detail: { kind: message.kind, message: message.message } }));
    else if (type === "state") {
      for (const answer of this.#answers.splice(0)) answer(message.state);
      this.dispatchEvent(new CustomEvent("state", { detail: message.state }));
    }
  }
  #begin() {
    this.#heard = true;
    this.#now("shown");
    for (const message of this.#queue.splice(0)) this.#frame.contentWindow.postMessage(message, "*");
  }
}

const elements = new Set();
const whenLoaded = (act) => { if (document.readyState === "complete") act(); else window.addEventListener("load", () => setTimeout(act), { once: true }); };

/** Gives a shadow root the look; as a sheet of its own, which no policy forbids. */
let sheet = null;
function dress(root) {
  const rules = `${data.css}${data.look}`;
  try {
    if (!sheet) { sheet = new CSSStyleSheet(); sheet.replaceSync(rules); }
    root.adoptedStyleSheets = [sheet];
  } catch { root.append(make("style", {}, rules)); } // Safari before 16.4
}

if (!customElements.get("lossless-demo")) {
  customElements.define("lossless-demo", LosslessDemo);
  watchTheme(() => { for (const one of elements) one.applyTheme(); });
  const preparePrint = () => { for (const one of elements) one.preparePrint(); };
  window.addEventListener("beforeprint", preparePrint);
  matchMedia("print").addEventListener("change", preparePrint);
}
