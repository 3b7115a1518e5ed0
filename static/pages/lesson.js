/* The lesson page: the theme button, "try this" lines that set the scene beside them, and where the reader is. All else is HTML. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const theme = document.getElementById("theme");
  theme.addEventListener("click", () => {
    page.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    page.applyForm();
  });

  /** Sets the scene that a line speaks of; where it is not there to be set, the link opens the demo in that state. */
  function tried(event) {
    const link = event.target.closest("a[data-demo]");
    const demo = link && document.getElementById(link.dataset.demo);
    if (!demo?.post || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    demo.set(JSON.parse(link.dataset.settings));
    queueMicrotask(() => (link.dataset.then ? demo[link.dataset.then]() : demo.start())); // after the settings are sent
    const { top, bottom } = demo.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) demo.scrollIntoView({ block: bottom - top < innerHeight ? "center" : "start" });
  }
  document.addEventListener("click", tried);

  // Room was reserved for the scene with much in it; now it says itself how high it is.
  document.addEventListener("live", ({ target }) => { target.style.minHeight = "0"; }, true);

  // The first scene is in sight at once. It lets the page come first: it starts when the reader moves, or has looked for a while.
  const SIGNS = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown"];
  const LOOKED = 5000; // ms
  function begin() {
    for (const sign of SIGNS) removeEventListener(sign, begin);
    if (!navigator.connection?.saveData) document.getElementById("live-opening").start?.();
  }
  addEventListener("load", () => {
    for (const sign of SIGNS) addEventListener(sign, begin, { passive: true });
    setTimeout(begin, LOOKED);
  });

  const links = new Map([...document.querySelectorAll(".contents .wide-only a")].map((link) => [link.hash.slice(1), link]));
  const read = new IntersectionObserver((entries) => {
    const here = entries.findLast((entry) => entry.isIntersecting);
    if (!here) return;
    for (const link of links.values()) link.removeAttribute("aria-current");
    links.get(here.target.querySelector("h2").id)?.setAttribute("aria-current", "location");
  }, { rootMargin: "-25% 0px -65% 0px" });
  for (const chapter of document.querySelectorAll(".chapters > section")) read.observe(chapter);
})();
