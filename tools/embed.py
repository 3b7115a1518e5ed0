"""dist/embed.js, the element for other people's pages, with its posters; and the answer for oEmbed."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PARTS = (
    "place",
    "theme",
    "poster",
    "qr",
    "turns",
    "element",
)  # of static/embed, in the order in which they run
NAME = "embed.js"  # fixed: it stands in other people's pages
OTHERS = (
    "panel.min.js",
    "bokeh-widgets.min.js",
    "bokeh-tables.min.js",
)  # scripts that no figure of ours needs


def write(
    static: Path, told: Mapping[str, Any], sizes: Mapping[str, Mapping[str, int]], target: Path
) -> list[Path]:
    """Write what `told` (app.views.embed) and static/embed come to; returns the files."""
    folder = static / "embed"
    data = {
        **told["data"],
        "look": (folder / "look.css").read_text(encoding="utf-8"),
        "heights": json.loads((folder / "heights.json").read_text(encoding="utf-8")),
        "megabytes": megabytes(sizes),
    }
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in PARTS]
    script = target / NAME
    words = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    script.write_text(
        "\n".join(['(() => {\n"use strict";', f"const data = {words};", *parts, "})();\n"]), encoding="utf-8"
    )
    (target / "posters").mkdir()
    files = [script]
    for name, svg in told["posters"].items():
        files.append(target / "posters" / f"{name}.svg")
        files[-1].write_text(svg, encoding="utf-8")
    return files


def megabytes(sizes: Mapping[str, Mapping[str, int]]) -> int:
    """What a first start loads over a fast link, in MB: everything but what waits to be asked for."""
    later: tuple[str, ...] = ("site.zip", "site-rest.zip", "pyodide/python_stdlib.zip")
    if "snapshot/python.bin" not in sizes:
        later = ("site-rest.zip",)
    total = sum(
        one.get("gz", one["bytes"])
        for name, one in sizes.items()
        if name not in later and not name.endswith(OTHERS)
    )
    return round(total / 1e6)
