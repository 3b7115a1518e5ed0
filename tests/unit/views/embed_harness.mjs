// Runs a part of static/embed under Node.js and prints what one of its functions says, called with each of a list of words.
//   node embed_harness.mjs PART FUNCTION WORDS.json
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";

const [part, name, words] = process.argv.slice(2);
const say = runInThisContext(`(() => { ${readFileSync(part, "utf8")}; return ${name}; })()`);
console.log(JSON.stringify(JSON.parse(readFileSync(words, "utf8")).map((word) => say(word))));
