"""dist/embed.js, the element for other people's pages, with its posters; and the answer for oEmbed."""

import html
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.stop import Stop

PARTS = (  # of static/, in the order in which they run
    "page/laws",  # the page's own, so that a poster shows the bars that the demo will paint
    *("embed/place", "embed/theme", "embed/poster", "embed/qr", "embed/turns", "embed/element"),
)
WIDTH, HEIGHT = 1000, 900  # CSS pixels that a frame of the first scene needs
NAME = "embed.js"  # fixed: it stands in other people's pages


def write(static: Path, told: Mapping[str, Any], downloads: Mapping[str, int], target: Path) -> list[Path]:
    """Write what `told` (app.views.embed) and static/embed come to; returns the files.

    `downloads` are the bytes of each start (tools.pages), for the button that begins one.
    """
    folder = static / "embed"
    data = {
        **told["data"],
        "look": (folder / "look.css").read_text(encoding="utf-8"),
        "heights": json.loads((folder / "heights.json").read_text(encoding="utf-8")),
        "megabytes": round(downloads.get("snapshot", downloads["bundle"]) / 1e6),
    }
    parts = [(static / f"{name}.js").read_text(encoding="utf-8") for name in PARTS]
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
    files.append(target / "oembed.json")
    files[-1].write_text(json.dumps(oembed(told["oembed"], home()), indent=1) + "\n", encoding="utf-8")
    return files


def home() -> str:
    """The address at which dist/ will lie, with its last stroke; empty where LOSSLESS_URL does not say.

    Raises Stop where it says something else.
    """
    address = os.environ.get("LOSSLESS_URL", "")
    if address and not address.startswith(("http://", "https://")):
        raise Stop(
            f"LOSSLESS_URL is {address!r}; it must be the http address of the folder. Correct or unset it."
        )
    return address.rstrip("/") + "/" if address else ""


def oembed(words: Mapping[str, str], address: str) -> dict[str, Any]:
    """The answer for oEmbed 1.0: a frame of the demo. Its addresses are whole only where `address` is."""
    title = html.escape(words["title"])
    frame = f'<iframe src="{address}index.html?embed=1" title="{title}" width="{WIDTH}" height="{HEIGHT}"'
    return {
        "version": "1.0",
        "type": "rich",
        "title": words["title"],
        "description": words["description"],
        "provider_name": words["title"],
        "provider_url": address or "./",
        "width": WIDTH,
        "height": HEIGHT,
        "html": f'{frame} style="border:0" allow="fullscreen"></iframe>',
        "thumbnail_url": f"{address}posters/converge-light.svg",
        "thumbnail_width": 800,
        "thumbnail_height": 460,
    }
