/* The scene `cycles`: its running text, a span a token, marked by class as well as by shape; and the eight cycles by signs.
   Cycles are added at the end and go as whole paragraphs from the front, so that what is read does not jump. */
(() => {
  "use strict";
  const page = window.losslessPage;
  const text = page.byId("cycles-text");
  const eight = page.byId("cycles-eight");
  const A_PARAGRAPH = [8, 20]; // cycles: from the first number on it ends with a sentence, at the second in any case
  const PARAGRAPHS = 3;
  const NO_SPACE = /^[.,;:!?]$/;
  const cycles = new Map(); // element and what it shows, by the cycle's number
  page.scenes ??= {};

  function fill(element, cells) {
    element.replaceChildren(...cells.flatMap(([word, kind]) => {
      const token = document.createElement("span");
      token.className = `token ${kind}`;
      token.textContent = word;
      return NO_SPACE.test(word) ? [token] : [" ", token];
    }));
  }

  function paragraph() {
    const last = text.lastElementChild;
    const [some, most] = A_PARAGRAPH;
    const length = last?.childElementCount ?? most;
    if (length < some || (length < most && !/[.!?]$/.test(last.textContent))) return last;
    text.append(document.createElement("p"));
    while (text.childElementCount > PARAGRAPHS) text.firstElementChild.remove();
    return text.lastElementChild;
  }

  function write(rows) {
    const newest = rows.at(-1)?.n ?? 0;
    const known = Math.max(0, ...cycles.keys());
    const gone = !rows.some((row) => cycles.has(row.n)); // begun anew, or many at once
    if (newest < known || gone) { cycles.clear(); text.replaceChildren(); }
    for (const { n, cells } of rows) {
      const said = JSON.stringify(cells);
      const have = cycles.get(n);
      if (have?.said === said) continue;
      const element = have?.element ?? document.createElement("span");
      fill(element, cells);
      if (!have) paragraph().append(element);
      cycles.set(n, { element, said });
    }
    for (const n of cycles.keys()) if (n < newest - 60) cycles.delete(n);
    text.scrollTop = text.scrollHeight;
  }

  function count(rows) {
    if (eight.childElementCount === rows.length) return;
    eight.replaceChildren(...rows.map(({ n, cells }) => {
      const row = document.createElement("p");
      const number = document.createElement("span");
      number.className = "soft";
      number.textContent = n;
      const cycle = document.createElement("span");
      fill(cycle, cells);
      row.append(number, cycle);
      return row;
    }));
  }

  page.scenes.cycles = {
    show(words) {
      write(words.text);
      count(words.eight_cycles.rows);
    },
  };
})();
