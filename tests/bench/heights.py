"""How high each scene is in other people's pages, against static/embed/heights.json; and rows to copy there.

Of this machine's letters. What a scene grows to while it is used is no part of it, but for the told draw in
`converge`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from app.session.settings import SCENES
from tests.bench.browser import chromium
from tests.bench.figure import Figure, Target
from tests.bench.plan import Plan
from tests.bench.scenes import live
from tests.bench.server import site
from tools.places import ROOT, places

KNOWN = ROOT / "static/embed/heights.json"
NEAR = 0.12  # of a height: another machine's letters are wider or narrower
TALL = 600  # px of the window
SETTLED = 150  # ms after a change of width
DRAWN = 1500  # ms after a scene was opened for the first time
ALONE = "delete Navigator.prototype.serviceWorker"  # nothing is kept, which would go on meanwhile
Rows = dict[str, list[list[int]]]  # scene: [width, height] in px, the width ascending


def measure(_: Plan) -> Iterator[Figure]:
    """Every scene at every width of the file; writes what was measured."""
    known: Rows = json.loads(KNOWN.read_text(encoding="utf-8"))
    with chromium(ALONE) as browser, site(places().dist) as place:
        page = live(browser.context.new_page(), f"{place.url}?embed=1&seed=5")
        page.evaluate("document.documentElement.style.scrollbarWidth = 'none'")  # as in a frame of embed.js
        widths = [width for width, _ in known["converge"]]
        seen = {scene: list(rows(page, scene, widths)) for scene in SCENES}
    home = places().cache / "bench"
    home.mkdir(parents=True, exist_ok=True)
    write(home / KNOWN.name, seen)
    off = {
        f"{scene} at {width} px: {now}, not {then}": abs(now / then - 1)
        for scene, old in known.items()
        for (width, then), (_, now) in zip(old, seen[scene], strict=True)
    }
    where = max(off, key=off.__getitem__)
    yield Figure("farthest from heights.json", "of a height", (off[where],), Target(NEAR), where)


def rows(page: Page, scene: str, widths: list[int]) -> Iterator[list[int]]:
    """Width and height of a scene at each width; in `converge` with a told draw where that is higher."""
    page.evaluate("(scene) => lossless.set({ scene })", scene)
    page.wait_for_timeout(DRAWN)
    for width in widths:
        height = height_at(page, width)
        if scene == "converge":
            page.evaluate("lossless.step().then(() => lossless.step())")
            height = max(height, height_at(page, width))
            page.evaluate("lossless.reset()")
        yield [width, round(height)]


def height_at(page: Page, width: int) -> float:
    """Height in px of the page at this width of the window."""
    page.set_viewport_size({"width": width, "height": TALL})
    page.wait_for_timeout(SETTLED)
    return float(page.evaluate("document.getElementById('lossless-page').getBoundingClientRect().height"))


def write(file: Path, seen: Rows) -> None:
    """The rows as the file in static/embed has them, a line a scene."""
    lines = ",\n".join(f"{json.dumps(scene)}: {json.dumps(rows)}" for scene, rows in seen.items())
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
