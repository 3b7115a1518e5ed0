/* The numbers above bars: as Python wrote them; in brief where those would touch or reach beyond their chart; none where brief ones would too.
   The names below are cut to the room of their column. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const APART = 3; // CSS pixels at least between two numbers side by side
  const BEYOND = 4; // CSS pixels that a number may reach beyond the bars' frame, where nothing is
  const slots = new Map(); // place: its element
  const widths = new Map(); // element: CSS pixels
  const measured = new Map(); // font and text: CSS pixels
  const ctx = document.createElement("canvas").getContext("2d");
  const resized = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) widths.set(target, contentRect.width);
    page.fitNumbers();
  });

  function widthOf(place) {
    if (!slots.has(place)) {
      slots.set(place, document.querySelector(`[data-plot="${place}"]`) ?? page.byId(`${place}-slot`));
      widths.set(slots.get(place), slots.get(place).clientWidth);
      resized.observe(slots.get(place));
    }
    return widths.get(slots.get(place));
  }

  function measure(text, font) {
    const key = `${font}|${text}`;
    if (!measured.has(key)) {
      ctx.font = font;
      measured.set(key, ctx.measureText(text).width);
    }
    return measured.get(key);
  }

  /** Whether texts (centred `at` so many pixels from the left of a frame of that width) stand apart, however high each is: what moves must not flicker. */
  page.standApart = (texts, at, width, length) => {
    let end = -BEYOND - APART;
    return at.map((x, i) => [x, length(texts[i]) / 2]).filter(([, half]) => half).sort(([a], [b]) => a - b).every(([x, half]) => {
      const apart = x - half >= end + APART;
      end = x + half;
      return apart;
    }) && end <= width + BEYOND;
  };

  const whole = new WeakMap(); // what we cut: what it was
  /** As much of a text as there is room for, its end marked. */
  function cut(text, room, font) {
    if (measure(text, font) <= room) return text;
    const letters = Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text];
    while (letters.length > 1 && measure(`${letters.join("")}…`, font) > room) letters.pop();
    return `${letters.join("")}…`;
  }
  function cutNames(figure, width) {
    const [axis] = figure.below;
    const names = whole.get(axis.major_label_overrides) ?? axis.major_label_overrides;
    const [first, second = figure.x_range.end] = axis.ticker.ticks;
    const room = ((second - first) / (figure.x_range.end - figure.x_range.start)) * width - APART;
    const font = `${axis.major_label_text_font_size} ${axis.major_label_text_font}`;
    const shown = new Map([...names].map(([at, name]) => [at, cut(name, room, font)]));
    if (![...shown].some(([at, name]) => axis.major_label_overrides.get(at) !== name)) return;
    whole.set(shown, names);
    axis.setv({ major_label_overrides: shown }, { sync: false });
  }

  function fit(figure, place) {
    const { glyph, data_source: { data } } = figure.renderers.find((one) => one.glyph.type === "Text");
    const width = widthOf(place) - figure.min_border_left - figure.min_border_right;
    if (width <= 0) return;
    if ("plot" in slots.get(place).dataset) cutNames(figure, width); // those of converge are texts of the page
    if (!data.x.length) return;
    const font = `${glyph.text_font_size.value} ${glyph.text_font.value}`;
    const { start, end } = figure.x_range;
    const at = Array.from(data.x, (x) => ((x - start) / (end - start)) * width);
    const field = ["text", "brief"].find((name) => page.standApart(data[name], at, width, (text) => measure(text, font)));
    const alpha = field ? 1 : 0;
    if (glyph.text_alpha.value !== alpha) glyph.setv({ text_alpha: { value: alpha } }, { sync: false });
    if (field && glyph.text.field !== field) glyph.setv({ text: { field } }, { sync: false });
  }

  /** Lets the room of each figure decide, after its data, its width or its type has changed. */
  page.fitNumbers = () => {
    if (!page.document) return;
    for (const [id, , kind, place] of page.data.restyle) {
      const figure = kind === "fit" && page.document.get_model_by_id(id);
      if (figure) fit(figure, place);
    }
  };
})();
