/* Puts finished strings and numbers into the page. Knows no statistics; what it shows was made by Python (app/pictures). */
(() => {
  "use strict";
  const page = window.losslessPage;
  const byId = (id) => document.getElementById(id);
  page.byId = byId;
  page.data = JSON.parse(byId("lossless-data").textContent);
  page.text = page.data.text;
  const slots = [...document.querySelectorAll("[data-show]")];

  const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  /** Gives the focus to the first of these that takes it, where what had it is gone. */
  page.focusFirst = (elements) => elements.find((one) => { one.focus({ preventScroll: true }); return document.activeElement === one; });

  /** A list of strings as the children of `list`, reusing what is there. */
  page.fillList = (list, strings, tag = "li") => {
    while (list.children.length > strings.length) list.lastChild.remove();
    while (list.children.length < strings.length) list.append(document.createElement(tag));
    strings.forEach((text, i) => setText(list.children[i], text));
  };

  function showNarration(told, animated) {
    const beats = told.beats;
    byId("beats").hidden = beats.length === 0;
    byId("story-idle").hidden = beats.length > 0 || Boolean(told.ticker);
    [...byId("beats").children].forEach((item, i) => item.classList.toggle("waiting", i >= beats.length));
    const gauge = byId("gauge");
    gauge.hidden = told.ratio === null;
    if (told.ratio !== null) gauge.querySelector(".ratio").style.width = `${100 * Math.min(1, told.ratio)}%`;
    const coin = gauge.querySelector(".coin");
    const landed = told.coin !== null && told.coin !== undefined;
    coin.style.visibility = landed ? "visible" : "hidden";
    coin.style.left = `${100 * (landed ? told.coin : 0)}%`;
    const verdict = byId("verdict");
    verdict.hidden = !told.verdict_text;
    verdict.className = `verdict ${told.kind}`;
    if (animated) setText(byId("spoken"), told.sentence);
  }

  function showNote(show) {
    setText(byId("note"), show.notes.join(" "));
    byId("start-again").hidden = !(show.scene === "converge" && show.can_start_again);
  }

  let described = 0;
  /** While it plays, what only a screen reader reads changes once a second: a name that never rests cannot be heard. */
  function due(show) {
    const now = performance.now();
    if (show.playing && now - described < 1000) return false;
    described = now;
    return true;
  }

  /** Brings the page up to the update that Python sent. */
  page.show = (show) => {
    const describe = due(show);
    for (const slot of slots) {
      if (slot.dataset.show === "summary" && !describe) continue;
      const text = /^beat\.\d$/.test(slot.dataset.show) // a beat of the narration; the rest is of the scene that is called so
        ? show.narration?.beats[Number(slot.dataset.show.slice(5))] ?? ""
        : page.lookUp(show, slot.dataset.show);
      if (typeof text === "string") setText(slot, text);
    }
    page.addRestyle(show.restyle);
    page.showScene(show.scene);
    page.bind(show);
    page.bindSettings(show.settings);
    showNote(show);
    page.showControls(show.settings, show.playing, show.seed);
    page.showParts(show.settings.hide);
    page.showTour(show.tour);
    page.showGuess(show.guess);
    page.showShare(show);
    if (show.scene === "converge") showConverge(show, describe);
    page.scenes?.[show.scene]?.show?.(show[show.scene], show);
    page.fitNumbers();
    page.holdHeights(show);
  };

  function showConverge(show, describe) {
    showNarration({ ...show.narration, ticker: show.ticker }, show.narration.finished);
    byId("share-accepted").style.width = `${100 * show.chip.theory}%`;
    document.querySelector("[data-ghost-only]").hidden = !show.has_ghost;
    document.documentElement.dataset.verdict = show.verdict;
    if (show.chosen) { page.fillList(byId("last-draws"), show.chosen.draws); }
    byId("chosen").hidden = !show.chosen;
    if (show.rows) page.showRows(show.rows);
    page.showColumns(show.columns, describe);
  }

  /** Hides the parts that `hide=` names. */
  page.showParts = (hidden) => {
    for (const part of document.querySelectorAll("[data-part]")) part.toggleAttribute("hidden-by-address", hidden.includes(part.dataset.part));
  };

  let progressMax = 0;
  /** Loading: bytes and step in words, the share of the whole as a bar; never backwards. */
  page.showProgress = (loaded, total, step) => {
    const share = total ? Math.min(1, loaded / total) : 0;
    progressMax = Math.max(progressMax, share);
    const percent = Math.round(100 * progressMax);
    byId("progress").hidden = false;
    byId("progress").setAttribute("aria-valuenow", String(percent));
    byId("progress").firstElementChild.style.width = `${percent}%`;
    if (!total) return; // nobody knows yet how much it is
    const words = page.text[`loading.${step}`] ?? page.text["loading.download"];
    setText(byId("live"), words.replace("{loaded}", (loaded / 1e6).toFixed(1)).replace("{total}", (total / 1e6).toFixed(1)));
  };
  page.restartProgress = () => { progressMax = 0; };
  page.hideProgress = () => { byId("progress").hidden = true; };
})();
