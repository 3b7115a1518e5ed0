// Draws every picture in every format in the page's own Python, and notes what that takes.
//   node figures.mjs CORE_FOLDER SITE_PACKAGES STDLIB_ZIP PACKAGES_FOLDER DRAWERS_FOLDER APP_FOLDER RESULT_FILE
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callInside, failReadably, holdStill, mount, startPython } from "./start.mjs";

failReadably();
holdStill();
const [core, sitePackages, stdlib, packages, drawers, app, result] = process.argv.slice(2);
const inside = fileURLToPath(new URL("./inside/", import.meta.url));
const python = await startPython(core, stdlib);
mount(python, sitePackages, packages);
mount(python, "/drawers", drawers);
mount(python, "/target/app", app);
python.runPython(`import sys; sys.path.insert(0, "/target"); sys.path.append("/drawers")`);
callInside(python, join(inside, "snapshot_app.py"), "open_document");
python.runPython("rehearse()");
writeFileSync(result, callInside(python, join(inside, "figures_app.py"), "draw_all"));
process.exit(0);
