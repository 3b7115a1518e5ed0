"""The numbers behind a picture, as JSON and as CSV, with seed and settings: enough to make them again.

JSON holds all that `lossless.state()` says and every series as it is drawn. CSV is one long table: chart,
series, at, value; lines that begin with # say where it comes from. Numbers are written in full.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from app.pictures.plots import Columns, Lines
from app.pictures.state import state
from app.session.frame import Frame
from app.session.frames.beat import BeatFrame
from app.session.frames.cycles import CyclesFrame
from app.session.frames.engines import EnginesFrame
from app.session.frames.rules import RulesFrame
from app.session.frames.spot import SpotFrame
from app.session.frames.yours import YoursFrame
from app.text.catalog import Catalog

from . import source
from .sheet import Panel, Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one
QUOTED = frozenset(',"\r\n')  # what makes a cell of CSV be quoted
HEAD = ("chart", "series", "at", "value")
Row = tuple[str, str, str | float, float | int]


def counts_of(  # noqa: PLR0911  # a line a scene
    frame: Frame,
) -> tuple[tuple[str, ...], Mapping[str, np.ndarray]] | None:
    """What was counted in the scene: names, and how often each came by series; None where nothing is."""
    stage = frame.stage
    match stage:
        case RulesFrame():
            return frame.laws.names, {name: run.counts for name, run in stage.runs.items()}
        case EnginesFrame():
            return stage.names, {"came": stage.counts}
        case BeatFrame():
            return frame.laws.names, {"came": stage.counts}
        case SpotFrame():
            return frame.laws.names, {"a": stage.a.counts, "b": stage.b.counts}
        case YoursFrame():
            return (stage.found.names, {"came": stage.found.counts}) if stage.found else None
        case CyclesFrame():
            lengths = stage.totals.lengths
            return tuple(str(n + 1) for n in range(len(lengths))), {"cycles": lengths}
        case None:
            tally = frame.lossless
            parts = {"drafted": tally.drafted, "kept": tally.kept, "corrected": tally.corrected}
            return frame.laws.names, parts | {"came": tally.emitted}
    return None


def as_json(frame: Frame, sheet: Sheet, address: str, catalog: Catalog) -> bytes:
    """All of it as one JSON object, its keys in a fixed order."""
    counted = counts_of(frame)
    told = {
        "title": sheet.title,
        "scene": frame.settings["scene"],
        "seed": frame.seed,
        "settings": {name: value for name, value in frame.settings.items() if name not in source.LEFT_OUT},
        "link": source.link(frame, address),
        "licence": source.LICENCE,
        "redo": catalog.text("keep.redo"),
        "said": list(sheet.numbers),
        "counts": None
        if counted is None
        else {
            "names": list(counted[0]),
            "series": {name: values.tolist() for name, values in counted[1].items()},
        },
        "charts": [chart(panel) for panel in sheet.panels],
        "state": state(frame),
    }
    return (json.dumps(plain(told), ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def chart(panel: Panel) -> dict[str, Any]:
    """One plot: its kind, its words, and each series as it is drawn."""
    picture = panel.picture
    about = {"title": panel.title, "keys": dict(panel.keys)}
    if isinstance(picture, Columns):
        heights = {name: np.asarray(values, float).tolist() for name, values in picture.heights.items()}
        return {"kind": "columns", **about, "names": list(picture.names), "series": heights}
    paths = {
        name: {"x": listed(path.x), "y": listed(path.y)}
        for name, path in picture.paths.items()
        if len(path.x)
    }
    areas = {
        name: {"x": listed(area.x), "low": listed(area.low), "high": listed(area.high)}
        for name, area in picture.areas.items()
    }
    return {"kind": "lines", **about, "axis": panel.below, "series": paths, "areas": areas}


def listed(values: Any) -> list[float]:
    """Numbers as a list."""
    numbers: list[float] = np.asarray(values, float).tolist()
    return numbers


def plain(value: Any) -> Any:
    """The same with None for what JSON has no number for: what is missing is NaN here."""
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value


def as_csv(frame: Frame, sheet: Sheet, address: str, catalog: Catalog) -> bytes:
    """All series in one table, under lines of comment with title, seed, settings, link and licence."""
    settings = " ".join(f"{name}={value}" for name, value in frame.settings.items() if _says(name, value))
    told = (
        ("title", sheet.title),
        ("seed", str(frame.seed)),
        ("settings", settings),
        ("link", source.link(frame, address)),
        ("licence", source.LICENCE),
        ("redo", catalog.text("keep.redo")),
    )
    lines = [f"# {name}: {' '.join(text.split())}" for name, text in told]
    lines += [",".join(map(cell, row)) for row in (HEAD, *rows(frame, sheet, catalog))]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _says(name: str, value: Any) -> bool:
    return name not in source.LEFT_OUT and value is not None and value != []


def rows(frame: Frame, sheet: Sheet, catalog: Catalog) -> Iterator[Row]:
    """Every number: what was counted, then what is drawn."""
    counted = counts_of(frame)
    if counted is not None:
        names, parts = counted
        for series, values in parts.items():
            for name, n in zip(names, values.tolist(), strict=True):
                yield catalog.text("keep.counts"), series, name, n
    for panel in sheet.panels:
        yield from panel_rows(panel)


def panel_rows(panel: Panel) -> Iterator[Row]:
    """The numbers of one plot, without those that are missing."""
    picture = panel.picture
    if isinstance(picture, Lines):
        pairs = {name: (path.x, path.y) for name, path in picture.paths.items()}
        for name, area in picture.areas.items():
            pairs |= {f"{name} low": (area.x, area.low), f"{name} high": (area.x, area.high)}
        for series, (x, y) in pairs.items():
            for at, value in zip(listed(x), listed(y), strict=True):
                if np.isfinite(at) and np.isfinite(value):
                    yield panel.title, series, at, value
        return
    for series, heights in picture.heights.items():
        for name, value in zip(picture.names, listed(heights), strict=True):
            if np.isfinite(value):
                yield panel.title, series, name, value


def cell(value: str | float) -> str:
    """A value as a cell of CSV (RFC 4180), which no spreadsheet takes for a formula: names come by link.

    >>> cell("mat"), cell(-0.5), cell("=1+1")
    ('mat', '-0.5', "'=1+1")
    >>> print(cell("a, b"))
    "a, b"
    """
    if not isinstance(value, str):
        return repr(value)
    text = f"'{value}" if value.startswith(FORMULA) else value
    return '"{}"'.format(text.replace('"', '""')) if QUOTED & set(text) else text
