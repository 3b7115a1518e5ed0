// Inflates files by the page's own inflater: node inflate.mjs INFLATER < JSON [[file, bytes of the content, bytes of a piece], ...]
// Prints a JSON list: the SHA-256 of each content, or what was thrown.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { Inflater } = await import(pathToFileURL(process.argv[2]));
const told = JSON.parse(readFileSync(0, "utf8")).map(([file, size, piece]) => {
  try {
    const inflater = new Inflater(size);
    const hash = createHash("sha256");
    const data = readFileSync(file);
    for (let at = 0; at < data.length; at += piece) hash.update(inflater.push(data.subarray(at, at + piece)));
    inflater.end();
    return hash.digest("hex");
  } catch (error) { return error.message; }
});
console.log(JSON.stringify(told));
