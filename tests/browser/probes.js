/* What tests/browser/test_hostile.py asks of the page, run inside it. One expression: an object of functions. */
({
  /** What does not fit: content wider than the window, cards that overflow or clip, texts on top of each other. */
  misfits() {
    const wrong = [];
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${root.scrollWidth} in ${innerWidth}`);
    for (const card of document.querySelectorAll(".card, .speeds")) {
      if (!card.checkVisibility()) continue;
      const clips = getComputedStyle(card).overflowY === "hidden";
      if (card.scrollWidth > card.clientWidth + 1 || (clips && card.scrollHeight > card.clientHeight + 1)) {
        wrong.push(`${card.className}: ${card.scrollWidth} x ${card.scrollHeight} in ${card.clientWidth} x ${card.clientHeight}`);
      }
    }
    const texts = [];
    const walker = document.createTreeWalker(document.getElementById("lossless-page"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      const parent = text.parentElement;
      if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest(".visually-hidden, svg, select, .slot, #columns, h1")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const inStrip = parent.closest(".controls") !== null; // the phone's strip lies over the rest
      for (const box of range.getClientRects()) texts.push({ words: text.data.trim().slice(0, 30), box, inStrip });
    }
    texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (a.inStrip === b.inStrip && across > 2 && down > 4) wrong.push(`"${a.words}" on "${b.words}"`);
    }));
    return wrong;
  },

  /** How far the canvas's frame is from the buttons that lie over it, in CSS pixels. */
  gap() {
    const find = (view) => (view.frame ? view : view.child_views?.map(find).find(Boolean));
    const view = find([...Bokeh.index].find((root) => root.model.name === "bars"));
    const canvas = view.el.getBoundingClientRect();
    const over = document.getElementById("columns").getBoundingClientRect();
    const { left, right, top, bottom } = view.frame.bbox;
    const across = [canvas.left + left - over.left, canvas.left + right - over.right];
    const down = [canvas.top + top - over.top, canvas.top + bottom - over.bottom];
    return Math.max(...[...across, ...down].map(Math.abs));
  },

  /** What does not hold now: the state against itself, and the controls against the state. */
  async amiss() {
    const s = await lossless.state();
    const wrong = [];
    const byId = (id) => document.getElementById(id);
    const check = (fine, what) => fine || wrong.push(what);
    const distance = (a, b) => 0.5 * a.reduce((sum, x, i) => sum + Math.abs(x - b[i]), 0);
    const tv = s.draws ? distance(s.p, s.counts.map((n) => n / s.draws)) : null;
    check(s.counts.reduce((a, b) => a + b, 0) === s.draws, `counts sum to other than ${s.draws}`);
    check(s.accepted <= s.drafted, `${s.accepted} of ${s.drafted}`);
    check(s.tv === tv || Math.abs(s.tv - tv) < 1e-12, `tv ${s.tv}, not ${tv}`);
    check(s.acceptance === (s.drafted ? s.accepted / s.drafted : null), `acceptance ${s.acceptance}`);
    check(Math.abs(1 - distance(s.p, s.q) - s.acceptance_theory) < 1e-9, `theory ${s.acceptance_theory}`);
    check(s.settings.rule === "naive" || s.counts.every((n, i) => n === 0 || s.p[i] > 0), "an impossible token");
    check((byId("play").getAttribute("aria-label") === losslessPage.text["control.pause"]) === s.playing, "play");
    check(byId("naive").checked === (s.settings.rule === "naive"), "naive");
    check(Math.abs(Number(byId("mismatch").value) - s.settings.mismatch) < 0.006, "mismatch");
    check(byId("scenario").value === s.settings.scenario, "scenario");
    check(byId("columns").children.length === s.p.length, "columns");
    check(!/NaN|undefined|null|Infinity/.test(byId("lossless-page").innerText), "words");
    check(byId("failure").hidden, byId("failure").innerText);
    return wrong;
  },

  /** Presses one thing: a kind of control, and numbers that say which one and how. */
  press([kind, id, n]) {
    const change = (element) => element.dispatchEvent(new Event("change"));
    const pick = (all) => all.length && all[n % all.length];
    const acts = {
      button() {
        const element = document.getElementById(id);
        if (!element.hidden) element.click();
        document.getElementById("help-dialog").close();
      },
      speed: () => pick(document.getElementsByName("speed")).click(),
      skip: () => pick(document.querySelectorAll("[data-skip]")).click(),
      column: () => pick(document.getElementById("columns").children).click(),
      choice() {
        const element = document.getElementById(id);
        element.selectedIndex = n % element.options.length;
        change(element);
      },
      slide() {
        const slider = document.getElementById("mismatch");
        for (let i = 0; i <= n % 12; i++) {
          slider.value = ((n * (i + 1)) % 101) / 100;
          slider.dispatchEvent(new Event("input"));
        }
        change(slider);
      },
      edit() {
        const cell = pick(document.querySelectorAll("#rows input"));
        if (!cell) return;
        cell.value = cell.type === "number" ? [0, 1, 0.3, -1, 7, ""][n % 6] : ["a", "", "<b>"][n % 3];
        change(cell);
      },
    };
    acts[kind]();
  },

  /** Opens or closes all that folds. */
  fold(open) {
    for (const id of ["more", "sampling", "numbers"]) document.getElementById(id).open = open;
  },

  /** Gives every setting, and `set` and `skip` themselves, what they should not be given; returns what was thrown but a RangeError of skip. */
  async hurl(names) {
    const cycle = {};
    cycle.cycle = cycle;
    const odd = [cycle, 10n, Symbol("s"), () => 1, NaN, undefined, null, Infinity, -1, 1.5, "", "x", "1e9", [], {}, true, [NaN], "\ud800", Array(1e5).fill(1)];
    const raised = [];
    const note = (what) => (error) => raised.push(`${what}: ${error}`);
    for (const name of names) await Promise.all(odd.map((value) => lossless.set({ [name]: value }).catch(note(name))));
    for (const value of odd) {
      await lossless.set(value).catch(note("set"));
      await lossless.skip(value).then(() => raised.push("skip took it"), (error) => error instanceof RangeError || note("skip")(error));
    }
    return raised;
  },

  /** How often in three seconds what is spoken, and what is read on request, changes. */
  async chatter() {
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    await wait(300);
    const changes = { live: 0, names: 0, summary: 0 };
    const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-label", "title"] };
    const count = (element, key) => new MutationObserver(() => changes[key]++).observe(element, options);
    const spoken = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
    for (const element of document.querySelectorAll(spoken)) count(element, "live");
    count(document.getElementById("columns"), "names");
    count(document.getElementById("summary"), "summary");
    await wait(3000);
    return changes;
  },

  /** Two frames, narrow and wide, that get the height they tell; the wide one is asked for what cannot be. */
  async frames(url) {
    document.body.innerHTML = "";
    const frames = [300, 900].map((width) => {
      const frame = document.createElement("iframe");
      Object.assign(frame, { src: url, width, height: 100 });
      frame.style.border = 0;
      document.body.append(frame);
      return frame;
    });
    const heard = frames.map(() => []);
    addEventListener("message", ({ source, data }) => {
      const i = frames.findIndex((frame) => frame.contentWindow === source);
      if (i < 0) return;
      heard[i].push(data);
      if (data.type === "lossless:size") frames[i].height = data.height;
    });
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    const until = async (fine) => { for (let i = 0; i < 400 && !fine(); i++) await wait(100); };
    const has = (i, type) => heard[i].some((data) => data.type === type);
    await until(() => has(0, "lossless:ready") && has(1, "lossless:ready"));
    for (const frame of frames) frame.contentWindow.postMessage({ type: "lossless:step" }, "*");
    frames[1].contentWindow.postMessage({ type: "lossless:skip", n: 7 }, "*");
    await until(() => has(1, "lossless:error"));
    await wait(500);
    return frames.map((frame, i) => {
      const { scrollingElement: root } = frame.contentDocument;
      const speeds = root.querySelector(".speeds");
      return {
        down: root.scrollHeight - root.clientHeight,
        across: root.scrollWidth - root.clientWidth,
        cut: speeds.scrollWidth > speeds.clientWidth + 1,
        draws: heard[i].filter((data) => data.type === "lossless:state").at(-1).state.draws,
        refused: heard[i].filter((data) => data.type === "lossless:error").length,
        failed: !frame.contentDocument.getElementById("failure").hidden,
      };
    });
  },
})
