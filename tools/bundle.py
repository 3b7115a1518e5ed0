"""The Python side of dist/, as .pyc of the page's own interpreter: the standard library, and the site zips.

The app is run here, in the page's own interpreter, twice: once with every package at hand, to see what it
uses, and once with that alone, to see that it is enough. The second run's first document is what dist/ shows
before Python is there.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools import node, parting, snapshot, wheels
from tools.cache import digest, kept
from tools.parts import Parts
from tools.pins import SITE_PACKAGES
from tools.places import ROOT, Places

TOOLS = ROOT / "tools"
COMPILERS = (TOOLS / "start.mjs", TOOLS / "compile.mjs", TOOLS / "inside" / "compile_all.py")


@dataclass(frozen=True)
class Bundle:
    """What the worker loads, and what index.html is filled with."""

    stdlib: Path
    site: Path
    rest: Path
    export: Path
    snapshot: Path | None
    app: Path  # a folder: the compiled app
    page: dict[str, Any]


def make(places: Places, parts: Parts, *, take_snapshot: bool = True) -> Bundle:
    """Compile the standard library, the packages and the app, run the app once, and zip what it used.

    Without `take_snapshot` only a snapshot that was taken before goes along.
    """
    stdlib = compiled_stdlib(places, parts)
    packages = compiled_packages(places, parts)
    shelf = places.cache / "site"
    recipe = (
        TOOLS / "bundle.py",
        TOOLS / "parting.py",
        TOOLS / "prerender.mjs",
        TOOLS / "inside",
        TOOLS / "start.mjs",
    )

    def run_app(begun: Path) -> None:
        print("  Running the app once to find what it uses.", flush=True)
        run = (places, "prerender.mjs", parts.pyodide, SITE_PACKAGES)
        node.run(*run, stdlib, begun / "seen.json", "tree", packages, places.app, begun)
        seen = set(json.loads((begun / "seen.json").read_text())["files"])
        parting.part(packages, begun / "app", stdlib, seen, begun)
        print("  Running it again from that alone.", flush=True)
        node.run(*run, begun / "python_stdlib.zip", begun / "page.json", "zip", begun / "site.zip")

    made = kept(shelf, digest(stdlib.parent.name, packages.name, *recipe, places.app), run_app)
    page = json.loads((made / "page.json").read_text())["page"]
    names = ("python_stdlib.zip", "site.zip", "site-rest.zip", "export.zip")
    library, site, rest, export = (made / name for name in names)
    taken = snapshot.made_before(places, made)
    if taken is None and take_snapshot:
        taken = snapshot.make(places, parts, made, page["document_json"])
    return Bundle(library, site, rest, export, taken, made / "app", page)


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
