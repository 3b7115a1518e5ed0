/* What paper gets: the charts as they are, in light colours and at the paper's width, and the address that leads back here. The charts are
   canvases as large as they are on screen; the browser lays the page out anew for paper without telling them, so copies that can be
   scaled stand in for them. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const BELOW = 18; // CSS pixels from a chart's frame down to its columns' names

  /** The columns' names of `converge`, which on screen are the page's own text. */
  function writeNames(view, ctx) {
    const names = [...byId("columns").children].map((button) => button.textContent);
    const { left, width, bottom } = view.frame.bbox;
    const apart = Math.ceil(names.length / 12);
    ctx.font = "600 13px system-ui, sans-serif";
    ctx.textAlign = "center";
    ctx.fillStyle = "#14202B";
    names.forEach((name, i) => { if (i % apart === 0) ctx.fillText(name, left + ((i + 0.5) * width) / names.length, bottom + BELOW, (apart * width) / names.length); });
  }

  const plotIn = (view) => (view.frame ? view : view.child_views?.map(plotIn).find(Boolean));

  /** Puts a copy of a chart into its place. */
  function copy(view, slot) {
    for (const renderer of view.renderer_views.values()) renderer.set_visuals?.(); // the light colours, which BokehJS takes over a moment later
    view.paint();
    const layer = view.canvas_view.compose();
    const { ctx, canvas, pixel_ratio: ratio } = layer;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (slot.id === "bars-slot") writeNames(view, ctx);
    canvas.className = "printed";
    canvas.removeAttribute("style");
    slot.append(canvas);
  }
  const clear = () => { for (const canvas of document.querySelectorAll("canvas.printed")) canvas.remove(); };

  window.addEventListener("beforeprint", () => {
    clear();
    page.printing = true;
    page.applyForm();
    byId("print-link").textContent = location.href;
    if (!page.document) return; // the painted bars go to paper as they are
    for (const [view, slot] of page.chartsOnScreen()) {
      try { copy(plotIn(view), slot); } catch (error) { console.error(`lossless: a chart was not copied for print: ${error}`); }
    }
  });
  window.addEventListener("afterprint", () => {
    clear();
    page.printing = false;
    page.applyForm();
  });
})();
