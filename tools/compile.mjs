// Compiles Python sources to .pyc with the page's own interpreter.
//   node compile.mjs CORE_FOLDER tree SOURCE_FOLDER TARGET_FOLDER IMPORT_PREFIX
//   node compile.mjs CORE_FOLDER stdlib TARGET_FILE
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callInside, failReadably, mount, startPython } from "./start.mjs";

failReadably();
const [core, what, ...words] = process.argv.slice(2);
const inside = join(fileURLToPath(new URL(".", import.meta.url)), "inside", "compile_all.py");
const python = await startPython(core, join(core, "python_stdlib.zip"));

if (what === "tree") {
  const [source, target, prefix] = words;
  mount(python, "/source", source);
  mount(python, "/target", target);
  console.log(callInside(python, inside, "compile_tree", "/source", "/target", prefix, true));
} else {
  console.log(callInside(python, inside, "compile_zip", "/lib/python314.zip", "/compiled.zip"));
  writeFileSync(words[0], python.FS.readFile("/compiled.zip"));
}
process.exit(0);
