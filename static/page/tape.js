/* The first draws, told from a recording of the same sampler while Python is on its way (app/views/recording.py). Only where the opening's
   own laws hold, at speed 1, on a recorded seed; anything else waits for Python. Python goes on from the draw, and the beat, that was told. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const recorded = page.data.recorded;
  const NEARLY = 1e-9; // draws, as in app/session/pace.py
  const HARMLESS = new Set(["get", "visible", "table", "choose"]); // to the draws
  let seed = null; // of the run that is told; chosen when it begins
  let moments = null; // by "draw.beat", whole
  let given = []; // what was pressed before the recording came
  let drawn = 0;
  let part = 1; // of the time to the next draw, as Pace has it
  let told = true; // the last draw to its end, whatever the time
  let playing = false;
  let over = !recorded; // no more is told
  let shown = null;
  let last = null;
  let timer = null;

  const { settings } = page.data.painted;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const fits = () => Object.entries(recorded.settings).every(([name, value]) => same(settings[name], value));
  const address = new URLSearchParams(location.search);
  const pick = () => recorded.seeds[crypto.getRandomValues(new Uint32Array(1))[0] % recorded.seeds.length];

  /** Begins to tell, if there is a recording of this run. */
  function begin() {
    const asked = address.has("seed") ? settings.seed : pick();
    if (!fits() || !recorded.seeds.includes(asked)) { over = true; return; }
    seed = asked;
    settings.seed = seed;
    page.byId("seed").value = String(seed);
    load();
  }

  async function load() {
    try {
      const recording = await page.source.json("recording.json");
      const whole = { state: {}, show: {}, bars: {} };
      const found = new Map();
      for (const { draw, beat, ...differs } of recording[seed]) {
        for (const kind in whole) whole[kind] = { ...whole[kind], ...differs[kind] };
        found.set(`${draw}.${beat}`, { ...whole });
      }
      if (over) return;
      moments = found;
      given.splice(0).forEach(obey);
      run();
    } catch { giveBack(); } // Python will tell it all
  }

  /** What was pressed waits for Python after all. */
  function giveBack() {
    over = true;
    for (const message of given.splice(0)) page.send(message);
  }

  function run() {
    clearInterval(timer);
    last = performance.now();
    timer = setInterval(advance, 50);
    advance();
  }
  function advance() {
    const now = performance.now();
    const seconds = document.hidden ? 0 : (now - last) / 1000;
    last = now;
    if (over) { clearInterval(timer); return; }
    if (playing) {
      part += seconds * recorded.draws_a_second;
      while (part >= 1 - NEARLY && moments.has(`${drawn + 1}.1`)) { drawn += 1; part = Math.max(0, part - 1); told = false; }
      part = Math.min(1, part);
    }
    tell();
  }

  function tell() {
    const beat = playing && !told ? Math.min(recorded.beats, 1 + Math.floor(part / recorded.beat + NEARLY)) : recorded.beats;
    const key = `${drawn}.${beat}.${playing}`;
    const moment = moments.get(`${drawn}.${beat}`);
    if (key === shown || !moment) return;
    shown = key;
    const now = { ...moment.show.settings, ...settings, play: playing };
    page.paintOut(moment.show.columns, moment.bars);
    page.show({ ...moment.show, settings: now, playing });
  }

  function obey({ type }) {
    playing = type === "play";
    if (type === "play") return;
    told = true;
    if (type !== "step") return;
    if (!moments.has(`${drawn + 1}.1`)) { giveBack(); page.send({ type }); return; }
    drawn += 1;
    part = 1;
  }

  /** Whether what is asked changes the run that is told, or that may be told. */
  function disturbs({ type, values }) {
    if (type !== "set") return true;
    const names = Object.keys(values);
    return names.some((name) => name === "seed" || name === "play" || (seed !== null && name in recorded.settings));
  }

  page.tape = {
    /** Whether the recording obeys this message; if not, Python will. */
    hear(message) {
      if (over || HARMLESS.has(message.type)) return false;
      if (!["play", "pause", "step"].includes(message.type)) { if (disturbs(message)) giveBack(); return false; }
      if (seed === null) begin();
      if (over) return false;
      if (moments) { obey(message); if (!over) run(); } else { given.push(message); if (message.type !== "step") page.showPlay(message.type === "play"); }
      return true;
    },
    /** Begins where the address says play. */
    start() {
      if (over || !settings.play) return;
      begin();
      playing = true;
      if (!over) page.showPlay(true);
    },
    /** What the message `open` says of what was told; nothing more is told. */
    opening() {
      over = true;
      if (!moments) giveBack();
      return { ...(seed === null ? {} : { entropy: seed }), ...(drawn ? { drawn, part, told, playing } : {}) };
    },
    /** Python is here, and counts for itself. */
    end() { over = true; seed = null; moments = null; drawn = 0; },
    /** What is told now, as `lossless.state()` has it; null where nothing is. */
    state() {
      const moment = drawn && moments?.get(`${drawn}.1`);
      return moment ? { ...moment.state, playing } : null;
    },
  };
})();
