// Runs parts of static/ as embed.js joins them, under Node.js, and prints what one of their functions says of each of a list of words.
//   node embed_harness.mjs FUNCTION WORDS.json DATA.json PART...   (of an element it prints {kind, attributes, children})
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [name, words, data, ...parts] = process.argv.slice(2);
const made = (kind) => ({ kind, attributes: {}, children: [], setAttribute(key, value) { this.attributes[key] = String(value); }, append(...more) { this.children.push(...more); } });
globalThis.document = { createElement: made, createElementNS: (_, kind) => made(kind) };
const sources = parts.map((part) => readFileSync(part, "utf8"));
const say = runInThisContext(`(() => { "use strict"; const data = ${readFileSync(data, "utf8")}; ${sources.join("\n")}; return ${name}; })()`);
console.log(JSON.stringify(JSON.parse(readFileSync(words, "utf8")).map((word) => say(word))));
