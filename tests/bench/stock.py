"""The yardstick: the same app by stock `panel convert --to pyodide-worker`, every address in one folder.

Panel, Bokeh and Pyodide are those of our page. Four things differ from what Panel 1.9.4 writes: addresses;
a module worker instead of a classic one, which Pyodide 314 refuses; a lock that names local wheels, so that
no index is asked; and what Panel requires but the app never imports (pandas, nh3, panel-material-ui) is not
installed. The last two make stock faster than it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tools import npm, pip, wheels
from tools.cache import digest, kept
from tools.parts import Parts
from tools.pins import CORE
from tools.places import Places
from tools.stop import Stop

HERE = Path(__file__).parent
PAGE = "main.html"
UNUSED = ("pandas", "nh3", "panel-material-ui", "tornado")  # requirements that the app never imports
BY_ADDRESS = {  # wheel: where the converted worker looks for it, under PANEL_CDN_ROOT
    "bokeh": "panel/wheels",
    "panel": "panel/{panel}/dist/wheels",
}
LOCK_NAMES = {"pillow": "PIL", "pyyaml": "yaml", "python-dateutil": "dateutil"}  # imported by another name


def make(places: Places, parts: Parts) -> Path:
    """The converted app with all that it loads, as a folder to serve; made once for an app and its parts."""
    key = digest(
        places.app, places.root / "tools" / "page.lock", *sorted(HERE.glob("sta*.py")), HERE / "stock.lock"
    )

    def convert_it(begun: Path) -> None:
        convert(places.app, begun)
        added = begun / "added"
        pip.download(HERE / "stock.lock", added)
        add_python(places, parts, sorted(added.glob("*.whl")), begun)
        add_scripts(parts, begun)
        point_here(begun)

    return kept(places.cache / "bench" / "stock", key, convert_it)


def convert(app: Path, target: Path) -> None:
    """Convert the stand-in beside a copy of the app, as a user of Panel would.

    Raises Stop with Panel's words where it fails.
    """
    trial = target / "source"
    shutil.copytree(app, trial / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(HERE / "standin.py", trial / "main.py")
    read = (file for file in sorted(trial.rglob("app/**/*")) if file.suffix in {".py", ".npz"})
    files = [file.relative_to(trial).as_posix() for file in read]
    line = [
        sys.executable,
        "-m",
        "panel",
        "convert",
        "main.py",
        "--to",
        "pyodide-worker",
        "--out",
        str(target),
    ]
    line += ["--requirements", "numpy", "--resources", *files]
    environment = {**os.environ, "PANEL_CDN_ROOT": "./panel/"}
    done = subprocess.run(line, cwd=trial, env=environment, capture_output=True, text=True, check=False)
    if not (target / PAGE).is_file():
        raise Stop(f"panel convert wrote no page:\n{(done.stdout + done.stderr)[-2000:]}")


def add_python(places: Places, parts: Parts, added: list[Path], target: Path) -> None:
    """Pyodide as its makers ship it, beside wheels of all packages and a lock that names them."""
    core = target / "pyodide"
    core.mkdir()
    for part in CORE:
        shutil.copyfile(parts.pyodide / part.name, core / part.name)
    lock = json.loads((npm.pyodide(places) / "pyodide-lock.json").read_text())
    packages = {}
    for wheel in (*parts.pure, *parts.wasm, *added):
        name, version = wheel.name.split("-")[:2]
        name = name.lower().replace("_", "-")
        if name in BY_ADDRESS:
            folder = target / BY_ADDRESS[name].format(panel=version)
            folder.mkdir(parents=True)
            slim(wheel, folder / wheel.name)
            continue
        file = core / ("-".join(wheel.name.split("-")[:2]) + "-py3-none-any.whl")
        if wheel in parts.wasm or wheel in added:
            file = core / wheel.name
            shutil.copyfile(wheel, file)
        else:
            slim(wheel, file)
        packages[name] = entry(name, version, file)
    lock["packages"] = packages
    (core / "pyodide-lock.json").write_text(json.dumps(lock))


def entry(name: str, version: str, file: Path) -> dict[str, object]:
    """A package as Pyodide's lock tells of it."""
    return {
        "name": name,
        "version": version,
        "file_name": file.name,
        "install_dir": "site",
        "package_type": "package",
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "depends": requirements(file),
        "imports": [LOCK_NAMES.get(name, name.replace("-", "_"))],
        "unvendored_tests": False,
    }


def requirements(wheel: Path) -> list[str]:
    """The packages that a wheel always requires, as the lock names them."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = archive.read(name).decode().splitlines()
    needed = [line.removeprefix("Requires-Dist: ") for line in told if line.startswith("Requires-Dist: ")]
    names = [re.split(r"[^\w.-]", line)[0] for line in needed if ";" not in line]
    return [name.lower().replace("_", "-") for name in names]


def slim(wheel: Path, target: Path) -> None:
    """A wheel without what no page reads, as Panel's makers slim theirs, or any UNUSED requirement."""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if ".dist-info/" not in name and not wheels.wanted(name):
                continue
            data = old.read(name)
            if name.endswith(".dist-info/METADATA"):
                lines = data.decode().splitlines(keepends=True)
                data = "".join(line for line in lines if not required(line, UNUSED)).encode()
            if name.endswith(".dist-info/WHEEL"):
                data = b"Wheel-Version: 1.0\nGenerator: bench\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            new.writestr(name, data)


def required(line: str, names: tuple[str, ...]) -> bool:
    """Whether a line of METADATA requires one of some packages.

    >>> required("Requires-Dist: pandas>=1.2", UNUSED), required("Requires-Dist: param<3.0", UNUSED)
    (True, False)
    """
    return line.startswith(tuple(f"Requires-Dist: {name}" for name in names))


def add_scripts(parts: Parts, target: Path) -> None:
    """BokehJS, and Panel's scripts and style sheets that the page names, out of the wheels."""
    panel = next(wheel for wheel in parts.pure if wheel.name.startswith("panel-"))
    bokeh = next(wheel for wheel in parts.pure if wheel.name.startswith("bokeh-"))
    home = target / "panel" / panel.name.split("-")[1]
    for wheel, inside, outside in (
        (panel, "panel/dist/panel.min.js", home),
        (panel, "panel/dist/assets/", home),
        (panel, "panel/dist/css/", home),
        (panel, "panel/dist/bundled/theme/", home),
        (panel, "panel/dist/bundled/reactiveesm/", home),
        (bokeh, "bokeh/server/static/js/bokeh", target),
    ):
        with zipfile.ZipFile(wheel) as archive:
            for name in (name for name in archive.namelist() if name.startswith(inside)):
                if name.endswith((".min.js", ".css", ".svg")):
                    file = outside / name.partition("/")[2].removeprefix("server/static/js/")
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(archive.read(name))


def point_here(target: Path) -> None:
    """Point every address at this folder, and start a worker of the kind that this Pyodide accepts."""
    page, worker = target / PAGE, target / "main.js"
    start = worker.read_text().partition("\n")[0]
    swap(worker, start, 'import { loadPyodide } from "./pyodide/pyodide.mjs";')
    swap(
        worker,
        "loadPyodide();",
        'loadPyodide({ env: { HOME: "/home/pyodide", PANEL_CDN_ROOT: "./panel/" } });',
    )
    swap(page, 'new Worker("./main.js")', 'new Worker("./main.js", { type: "module" })')
    text = page.read_text()
    for address, script in re.findall(r'"(https:[^"]+/(bokeh[a-z-]*)-[\d.]+\.min\.js)"', text):
        swap(page, address, f"./{script}.min.js")
    words = [word for file in (page, worker) for word in file.read_text().split('"')]
    left = [word for word in words if word.startswith("https:")]
    if left:
        raise Stop(f"The stock conversion still names {', '.join(left)}: point it here in stock.py.")


def swap(file: Path, old: str, new: str) -> None:
    """Replace text in a file.

    Raises Stop where it isn't there, as after an update of Panel.
    """
    text = file.read_text()
    if old not in text:
        raise Stop(f"{file.name} of the stock conversion holds no {old!r}: look at what this Panel writes.")
    file.write_text(text.replace(old, new))
