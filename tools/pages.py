"""The pages beside the demo: each template static/pages/<name>.html becomes dist/<name>.html.

Its words and numbers come from the app (app/views/pages); what only the build knows, as the size of a
download, stands in `built`. A template whose name begins with _ is a part of others.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools import single

START = ("page.js", "worker.js", "document.json", "recording.json", "bokeh/bokeh.min.js")
PYTHON = ("pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs", "pyodide/pyodide.asm.wasm")
BUNDLE = ("pyodide/python_stdlib.zip", "site.zip")
SNAPSHOT = ("snapshot/python.bin",)
SINGLE = (single.NAME, single.WITH_FIGURES)  # files that hold everything, where this build makes them
SLOT = re.compile(r"\{([a-z_]+)\}")


def fill(static: Path, pages: Mapping[str, Any], built: Mapping[str, Any], target: Path) -> list[Path]:
    """Write every page; returns the files.

    Raises an error of Jinja or KeyError naming what a template asks for and nobody gives.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    templates = Environment(loader=FileSystemLoader(static), autoescape=True, undefined=StrictUndefined)
    templates.filters["mb"] = megabytes
    written = []
    for name, variables in pages.items():
        told = {
            **variables,
            "name": name,
            "built": built,
            "heights": heights(static),
            "say": sayer(variables["text"]),
        }
        file = target / f"{name}.html"
        file.write_text(templates.get_template(f"pages/{name}.html").render(told), encoding="utf-8")
        written.append(file)
    return written


def heights(static: Path) -> Any:
    """How high <lossless-demo> will be: for each scene pairs of a width and a height in px, widths rising."""
    file = static / "embed" / "heights.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def sayer(texts: Mapping[str, str]) -> Any:
    """What a template calls for a text with slots that only the build can fill.

    >>> sayer({"size": "{mb} MB once"})("size", mb="7.0")
    '7.0 MB once'
    """
    return lambda key, **slots: SLOT.sub(lambda slot: str(slots[slot[1]]), texts[key])


def megabytes(size: float) -> str:
    """A size in millions of bytes, as a text writes it.

    >>> megabytes(13_712_345), megabytes(90_000)
    ('13.7', '0.1')
    """
    return f"{size / 1e6:.1f}"


def downloads(target: Path, files: Mapping[str, str]) -> dict[str, int]:
    """The bytes of each thing that a page may offer or cause to load, by name; none of what is not there.

    `snapshot` and `bundle` are what the demo fetches until it is live, but for index.html itself, each file
    in its best encoding; the single files count as they lie.
    """

    def together(*names: str) -> int:
        return sum(smallest(target / files[name]) for name in names if name in files)

    found = {"bundle": together(*START, *PYTHON, *BUNDLE)}
    if all(name in files for name in SNAPSHOT):
        found["snapshot"] = together(*START, *PYTHON, *SNAPSHOT)
    return found | {name: (target / name).stat().st_size for name in SINGLE if (target / name).is_file()}


def smallest(file: Path) -> int:
    """The bytes of a file, or of the smallest encoding that lies beside it."""
    beside = [file.with_name(file.name + end) for end in ("", ".br", ".zst", ".gz")]
    return min((one.stat().st_size for one in beside if one.is_file()), default=0)
