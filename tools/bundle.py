"""The Python side of dist/, as .pyc of the page's own interpreter: the standard library, and the site zips.

site.zip holds what the page loads on its way to the first document, found by running it; site-rest.zip holds the other
modules, for the worker to mount when one of them is imported after all.
"""

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import node, wheels
from tools.cache import digest, kept
from tools.parts import Parts
from tools.pins import SITE_PACKAGES
from tools.places import ROOT, Places

SMALL = 100_000  # bytes; data up to here is kept though nothing read it yet: the page can't fetch data on demand
TOOLS = ROOT / "tools"
COMPILERS = (TOOLS / "start.mjs", TOOLS / "compile.mjs", TOOLS / "inside" / "compile_all.py")


@dataclass(frozen=True)
class Bundle:
    """What the worker loads, and what index.html is filled with."""

    stdlib: Path
    site: Path
    rest: Path
    page: dict[str, Any]


def make(places: Places, parts: Parts) -> Bundle:
    """Compile the standard library, the packages and the app, run the app once, and zip what it used."""
    stdlib = compiled_stdlib(places, parts)
    packages = compiled_packages(places, parts)
    shelf = places.cache / "site"
    recipe = (TOOLS / "bundle.py", TOOLS / "prerender.mjs", TOOLS / "inside", TOOLS / "start.mjs")

    def run_app(begun: Path) -> None:
        print("  Running the app once to find what it uses.", flush=True)
        seen, site, core = begun / "seen.json", begun / "site.zip", parts.pyodide
        (begun / "app").mkdir()
        tree = ("tree", packages, places.app, begun)
        node.run(places, "prerender.mjs", core, stdlib, SITE_PACKAGES, seen, *tree)
        zip_site(packages, begun / "app", set(json.loads(seen.read_text())["files"]), site, begun / "site-rest.zip")
        print("  Running it again from site.zip alone.", flush=True)
        node.run(places, "prerender.mjs", core, stdlib, SITE_PACKAGES, begun / "page.json", "zip", site)

    made = kept(shelf, digest(stdlib.parent.name, packages.name, *recipe, places.app), run_app)
    page = json.loads((made / "page.json").read_text())["page"]
    return Bundle(stdlib, made / "site.zip", made / "site-rest.zip", page)


def compiled_stdlib(places: Places, parts: Parts) -> Path:
    """The standard library as a zip of .pyc."""

    def compile_it(begun: Path) -> None:
        print("  Compiling the standard library.", flush=True)
        node.run(places, "compile.mjs", parts.pyodide, "stdlib", begun / "python_stdlib.zip")

    key = digest(parts.pyodide / "python_stdlib.zip", parts.pyodide / "pyodide.asm.wasm", *COMPILERS)
    return kept(places.cache / "stdlib", key, compile_it) / "python_stdlib.zip"


def compiled_packages(places: Places, parts: Parts) -> Path:
    """A folder with all of the page's packages as .pyc, and the data they read."""
    used = (parts.wasm[0], *parts.pure)  # numpy; the wheels of the figures wait for their scene

    def compile_them(begun: Path) -> None:
        print("  Compiling the packages.", flush=True)
        sources = begun / "sources"
        wheels.unpack(used, sources)
        (begun / "pyc").mkdir()
        node.run(places, "compile.mjs", parts.pyodide, "tree", sources, begun / "pyc", SITE_PACKAGES)

    key = digest(*used, parts.pyodide / "pyodide.asm.wasm", TOOLS / "wheels.py", *COMPILERS)
    return kept(places.cache / "packages", key, compile_them) / "pyc"


def zip_site(packages: Path, app: Path, seen: set[str], site: Path, rest: Path) -> None:
    """Part the packages into what was seen in use and the rest; all of the app goes with the first."""
    first: dict[str, Path] = {f"app/{file.relative_to(app)}": file for file in app.rglob("*") if file.is_file()}
    later: dict[str, Path] = {}
    for file in packages.rglob("*"):
        if file.is_file():
            name = file.relative_to(packages).as_posix()
            data = file.suffix not in (".pyc", ".so") and file.stat().st_size <= SMALL
            (first if data or f"{SITE_PACKAGES}/{name}" in seen else later)[name] = file
    write_zip(site, first)
    write_zip(rest, later)


def write_zip(target: Path, files: dict[str, Path]) -> None:
    """Write a zip that depends on names and contents alone: sorted, and dated 1980."""
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, files[name].read_bytes(), compresslevel=9)
