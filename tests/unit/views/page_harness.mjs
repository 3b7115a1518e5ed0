// Runs scripts of static/page/ under Node.js in a page that is hardly there, and answers questions about them.
//   node page_harness.mjs QUESTIONS.json SCRIPT...   (QUESTIONS: {data, ask: [[name of a function, arguments], ...]})
// The function is one of losslessPage, or of losslessLaws where that has it.
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [questions, ...scripts] = process.argv.slice(2);
const { data, ask } = JSON.parse(readFileSync(questions, "utf8"));
globalThis.window = globalThis;
globalThis.location ??= { origin: "https://demo.example.org" };
window.losslessPage = { data };
for (const script of scripts) runInThisContext(readFileSync(script, "utf8"), { filename: script });
const laws = runInThisContext("typeof losslessLaws === 'undefined' ? {} : losslessLaws");
console.log(JSON.stringify(ask.map(([name, given]) => (laws[name] ?? window.losslessPage[name])(...given) ?? null)));
