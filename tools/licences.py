"""dist/licences/: who wrote what the page ships, under which terms, and where its source is."""

import re
import zipfile
from pathlib import Path

from tools.parts import Parts
from tools.pins import PYODIDE, PYTHON
from tools.places import Places

NOTICE = f"""This page is lossless (BSD-3-Clause, see lossless.txt). It ships the work of others:

Pyodide {PYODIDE}   Mozilla Public License 2.0, https://mozilla.org/MPL/2.0/; source: https://github.com/pyodide/pyodide
                  (pyodide/, unchanged but for python_stdlib.zip, which is compiled)
CPython {PYTHON}      Python Software Foundation License, its text at the end of typing_extensions' file;
                  source: https://github.com/python/cpython (inside pyodide.asm.wasm, and python_stdlib.zip)
certifi           Mozilla Public License 2.0; source: https://github.com/certifi/python-certifi
tqdm              Mozilla Public License 2.0 and MIT; source: https://github.com/tqdm/tqdm

DejaVu Sans       Bitstream Vera License and public domain, its text in matplotlib's file; here with
                  fewer glyphs (figures.zip)

The other packages have one file each here, by name and version. They are in site.zip, site-rest.zip and
figures.zip, compiled, without their tests; bokeh/bokeh.min.js is the package bokeh's, without
the modules that no chart here needs.
"""
TEXTS = re.compile(r"\.dist-info/(licenses/.|LICEN[CS]E|COPYING|NOTICE)|/LICENSE_DEJAVU$")


def write(places: Places, parts: Parts, target: Path) -> None:
    """Copy the licence texts of all that is shipped, one file a package, and a notice that names the rest."""
    target.mkdir()
    (target / "NOTICE.txt").write_text(NOTICE, encoding="utf-8")
    (target / "lossless.txt").write_bytes((places.root / "LICENSE").read_bytes())
    for wheel in (*parts.wasm, *parts.pure, *parts.figures):
        package = "-".join(wheel.name.split("-")[:2])
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if TEXTS.search(name)]
            texts = [f"==== {name.partition('/')[2]} ====\n\n{archive.read(name).decode()}" for name in names]
        (target / f"{package}.txt").write_text("\n\n".join(texts), encoding="utf-8")
