"""Where a figure comes from: seed, settings, link and licence, so that anyone can make it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.session.address import to_query
from app.session.frame import Frame
from app.session.settings import PAGE_ONLY
from app.text.catalog import Catalog

LICENCE = "BSD-3-Clause"
LEFT_OUT = PAGE_ONLY | {"play", "tour"}  # what changes nothing of a figure


def query(frame: Frame) -> str:
    """The address's query that leads to these settings and this seed, with nothing of the page's own form.

    The scene is always named, so that it can be read what the figure is.
    """
    named = {name: value for name, value in frame.settings.items() if name not in LEFT_OUT}
    return f"scene={frame.settings['scene']}&{to_query(without_scene(named) | {'seed': frame.seed})}"


def without_scene(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings but for the scene."""
    return {name: value for name, value in values.items() if name != "scene"}


def link(frame: Frame, address: str) -> str:
    """The link to this view; `address` is that of the page, "" where it has none that others can open."""
    return f"{address}?{query(frame)}"


def lines(frame: Frame, address: str, catalog: Catalog) -> tuple[str, ...]:
    """What stands under a figure."""
    return (
        catalog.text("keep.source", title=catalog.text("page.title"), seed=str(frame.seed), licence=LICENCE),
        link(frame, address),
    )


def file_name(frame: Frame, picture: str, ending: str) -> str:
    """A name for the file that says what it shows: scene, picture, scenario, seed."""
    scene = frame.settings["scene"]
    words = ["lossless", scene, *([picture] if picture != scene else []), frame.scenario_id]
    return f"{'-'.join(words)}-seed-{frame.seed}.{ending}"
