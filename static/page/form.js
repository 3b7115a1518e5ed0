/* Which theme and which form the page takes, decided before the first paint. Stands inline in <head>. */
(() => {
  "use strict";
  const root = document.documentElement;
  const address = new URLSearchParams(location.search);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 760px)");
  const print = matchMedia("print"); // on white paper, whatever the theme
  const page = (window.losslessPage = { ready: false, theme: "auto", restyled: new Set() });

  const flag = (name) => address.get(name) === "1";
  const theme = address.get("theme");
  if (theme === "light" || theme === "dark") page.theme = theme;
  page.projector = flag("projector");
  page.embed = flag("embed");
  if (["bars", "limit"].includes(address.get("predict"))) root.dataset.predict = address.get("predict"); // until Python covers it
  const scene = address.get("scene");
  if (/^[a-z]+$/.test(scene ?? "")) root.dataset.scene = scene; // what is none is put right by page.showScene

  /** Sets theme and form on <html>; tells those who restyle charts. */
  page.applyForm = () => {
    root.dataset.theme = page.theme === "auto" ? (dark.matches ? "dark" : "light") : page.theme;
    const paper = print.matches || page.printing;
    if (paper) root.dataset.theme = "light";
    root.dataset.form = paper ? "desktop" : page.projector ? "projector" : narrow.matches ? "phone" : "desktop";
    root.toggleAttribute("data-embed", page.embed);
    root.toggleAttribute("data-file", location.protocol === "file:");
    for (const restyle of page.restyled) restyle();
  };
  page.applyForm();
  dark.addEventListener("change", page.applyForm);
  narrow.addEventListener("change", page.applyForm);
  print.addEventListener("change", page.applyForm);
})();
