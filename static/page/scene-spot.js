/* The scene `spot`: what may be hidden, and a score kept on this device. Which stream is which is not known here before the vote. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const STORED = "lossless:spot"; // in localStorage: {votes, right, none, deals: [keys of the last deals that counted]}
  const MOST_DEALS = 200;
  const whole = (n) => (Number.isSafeInteger(n) && n >= 0 ? n : 0);
  let score = recall();

  function recall() {
    let stored = null;
    try { stored = JSON.parse(localStorage.getItem(STORED)); } catch { /* a sandbox without storage, or not ours */ }
    const deals = Array.isArray(stored?.deals) ? stored.deals.filter((one) => typeof one === "string").slice(-MOST_DEALS) : [];
    return { votes: whole(stored?.votes), right: whole(stored?.right), none: whole(stored?.none), deals };
  }
  function keep() { try { localStorage.setItem(STORED, JSON.stringify(score)); } catch { /* the same */ } }

  /** Counts a vote, each deal once: after Reset the same one comes again. */
  function count({ key, vote }) {
    if (!key || score.deals.includes(key)) return;
    score.deals = [...score.deals, key].slice(-MOST_DEALS);
    if (vote === "none") score.none += 1;
    else { score.votes += 1; score.right += vote === "right" ? 1 : 0; }
    keep();
  }

  function showScore() {
    const slots = { votes: score.votes, right: score.right, half: score.votes / 2, none: score.none };
    byId("spot-score").textContent = page.text["spot.score"].replace(/\{(\w+)\}/g, (_, name) => slots[name]);
    byId("spot-score").hidden = byId("spot-clear").hidden = score.votes + score.none === 0;
  }

  const select = byId("spot-opponent");
  let offered = "";
  function offer(opponents, chosen) {
    const now = JSON.stringify(opponents);
    if (now !== offered) {
      offered = now;
      select.replaceChildren(...opponents.map(([id, name]) => new Option(name, id)));
    }
    if (select !== document.activeElement || select.value === "") select.value = chosen;
  }
  select.addEventListener("change", () => { if (select.value) page.act("spot", "opponent", select.value); });
  byId("spot-clear").addEventListener("click", () => { score = { votes: 0, right: 0, none: 0, deals: score.deals }; keep(); showScore(); byId("spot-vote").focus(); });

  let voted = false;
  page.scenes ??= {};
  page.scenes.spot = {
    show(shown) {
      offer(shown.opponents, shown.opponent);
      if (shown.voted) count(shown.reveal);
      if (shown.voted !== voted) {
        const inside = document.activeElement === document.body || document.activeElement?.matches('[data-scene="spot"] [data-act]');
        voted = shown.voted;
        if (inside) (voted ? byId("spot-again") : byId("spot-vote")).focus({ preventScroll: true }); // what was pressed is gone
      }
      showScore();
    },
  };
  showScore();
})();
