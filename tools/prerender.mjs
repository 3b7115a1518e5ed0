// Runs the app once in the page's own Python: what it draws first becomes dist/document.json and fills index.html.
//   node prerender.mjs CORE_FOLDER SITE_PACKAGES STDLIB_ZIP RESULT_FILE tree PACKAGES_FOLDER APP_FOLDER COMPILED_FOLDER
//   node prerender.mjs CORE_FOLDER SITE_PACKAGES STDLIB_ZIP RESULT_FILE zip SITE_ZIP
// `tree` compiles the app first and has every package at hand; `zip` has what the page will have and no more.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callInside, failReadably, mount, startPython } from "./start.mjs";

failReadably();
const [core, sitePackages, stdlib, result, what, ...words] = process.argv.slice(2);
const inside = fileURLToPath(new URL("./inside/", import.meta.url));
const python = await startPython(core, stdlib);

if (what === "tree") {
  const [packages, app, compiled] = words;
  mount(python, sitePackages, packages);
  mount(python, "/source", app);
  mount(python, "/target", compiled);
  callInside(python, join(inside, "compile_all.py"), "compile_tree", "/source", "/target/app", `${sitePackages}/app`, false);
  python.runPython("import sys; sys.path.insert(0, '/target')");
} else {
  python.unpackArchive(new Uint8Array(readFileSync(words[0])), "zip", { extractDir: sitePackages });
}
writeFileSync(result, callInside(python, join(inside, "prerender_app.py"), "prerender"));
process.exit(0);
