/* The quiz: asks one question at a time, opens the scene that shows why, keeps the score on this device alone. Needs no Python. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const { byId } = page;
  const questions = page.data.quiz;
  const STORED = "lossless:quiz"; // in localStorage: {question id: [answer ids in the order given]}
  const text = (key, slots = {}) => page.text[key].replace(/\{(\w+)\}/g, (_, name) => slots[name]);

  let given = recall();
  let told = false; // to Python, what was answered before
  let at = Math.max(0, questions.findIndex(({ id }) => !solved(id)));
  if (questions.every(({ id }) => solved(id))) at = questions.length;

  function recall() {
    try {
      const stored = JSON.parse(localStorage.getItem(STORED)) ?? {};
      return Object.fromEntries(questions.map(({ id, answers }) => [id, Array.isArray(stored[id]) ? stored[id].filter((one) => answers.some((answer) => answer.id === one)) : []]));
    } catch { return Object.fromEntries(questions.map(({ id }) => [id, []])); } // a sandbox without storage, or not ours
  }
  function keep() { try { localStorage.setItem(STORED, JSON.stringify(given)); } catch { /* the same */ } }

  function solved(id) { return given[id].includes("right"); }
  const score = () => questions.filter(({ id }) => given[id][0] === "right").length;

  const tell = () => page.act("quiz", "answered", { answered: questions.filter(({ id }) => solved(id)).length, right: score() });

  function answer(question, chosen) {
    given[question.id].push(chosen.id);
    keep();
    show(chosen);
    tell();
    if (questions.every(({ id }) => solved(id))) page.tellHost({ type: "lossless:quiz", right: score(), of: questions.length, answers: given });
  }

  function showAnswers(question, chosen) {
    const group = byId("quiz-answers");
    group.replaceChildren(...question.answers.map((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button quiz-answer";
      button.textContent = one.text;
      button.setAttribute("aria-pressed", String(chosen === one));
      const told = given[question.id].includes(one.id);
      if (told) button.classList.add(one.right ? "right" : "wrong");
      button.addEventListener("click", () => answer(question, one));
      return button;
    }));
    if (chosen) group.children[question.answers.indexOf(chosen)].focus();
  }

  function show(chosen = null) {
    const question = questions[at];
    byId("quiz-over").hidden = Boolean(question);
    byId("quiz-feedback").hidden = !chosen;
    byId("quiz-score").textContent = text("quiz.score", { right: score(), of: questions.length });
    if (!question) {
      byId("quiz-progress").textContent = text("quiz.result-title");
      byId("quiz-question").textContent = text(score() === questions.length ? "quiz.result-all" : "quiz.result-some");
      byId("quiz-answers").replaceChildren();
      return;
    }
    byId("quiz-progress").textContent = text("quiz.progress", { n: at + 1, of: questions.length });
    byId("quiz-question").textContent = question.text;
    showAnswers(question, chosen);
    if (!chosen) return;
    byId("quiz-verdict").textContent = text(chosen.right ? "quiz.is-right" : "quiz.is-wrong");
    byId("quiz-why").textContent = chosen.why;
    byId("quiz-see").onclick = () => { const { scene, ...settings } = chosen.see; page.openScene(scene, settings); };
    byId("quiz-next").hidden = !chosen.right;
    byId("quiz-next").textContent = text(at + 1 < questions.length ? "quiz.next" : "quiz.finish");
  }

  byId("quiz-next").addEventListener("click", () => { if (!questions[at] || !solved(questions[at].id)) return; at += 1; show(); byId("quiz-question").focus(); });
  byId("quiz-again").addEventListener("click", () => { given = Object.fromEntries(questions.map(({ id }) => [id, []])); keep(); at = 0; show(); byId("quiz-question").focus(); });
  show();
  page.scenes ??= {};
  page.scenes.quiz = { show: (_, { settings }) => { if (settings.scene === "quiz" && !told) { told = true; tell(); } } };
})();
