"""The sheet of the scene `converge`: its bars and its curve, in the records that all other scenes use."""

from __future__ import annotations

import numpy as np

from app.pictures import converge as pictures
from app.pictures.looks import Bar, Line
from app.pictures.plots import Area, Columns, Lines, Path
from app.session.frame import Frame
from app.text.catalog import Catalog

from .parts import Parts, keys_of
from .sheet import Panel

BARS = (
    Bar("target", "target"),
    Bar("draft", "draft", "stripes", 1),
    Bar("kept", "empirical", "solid", 2),
    Bar("corrected", "empirical", "dots", 2, on="kept"),
)
LINES = (
    Line("band", "band", shape="area"),
    Line("marks", "soft", "dotted", width=1.5),
    Line("ghost", "ghost", width=2),
    Line("limit", "ink", "dashed", width=2),
    Line("jumps", "soft", "dashed", width=2),
    Line("naive", "naive"),
    Line("lossless", "empirical"),
    Line("tip-naive", "naive", shape="points"),
    Line("tip-lossless", "empirical", shape="points"),
)


def converge(frame: Frame, catalog: Catalog) -> Parts:
    """Bars and curve of the verdict shown. A draw that is being told is not marked: counts make a figure."""
    bars, curve = pictures.bars(frame), pictures.curve(frame, catalog)
    keys = {"target": "chart.target", "draft": "chart.draft", "kept": "chart.kept"}
    if bars.verdict == "lossless":
        keys["corrected"] = "chart.corrected"
    lines = keys_of({"lossless": "chart.lossless-line", "naive": "chart.naive-line"}, catalog)
    lines["limit"] = curve.limit_text
    lines |= keys_of({"band": "chart.band"}, catalog)
    if len(curve.ghost.n):
        lines |= keys_of({"ghost": "chart.ghost"}, catalog)
    return Parts(
        (
            (Panel(catalog.text("chart.bars-title"), columns(bars), BARS, keys_of(keys, catalog)),),
            (
                Panel(
                    catalog.text("chart.curve-title"),
                    lines_of(curve),
                    LINES,
                    lines,
                    below=catalog.text("keep.draws-axis"),
                    log=True,
                    floor=curve.floor if curve.scale == "log" else None,
                ),
            ),
        ),
        numbers(frame, catalog),
    )


def numbers(frame: Frame, catalog: Catalog) -> tuple[str, ...]:
    """How many draws, the distance now, how much was accepted."""
    now, chip = pictures.numbers(frame, catalog), pictures.chip(frame, catalog)
    accepted = catalog.text("keep.accepted", accepted=chip.accepted_text, theory=chip.theory_text)
    if not now.expected:
        return (now.draws, accepted)
    return (catalog.text("keep.distance", draws=now.draws, tv=now.tv, expected=now.expected), accepted)


def columns(bars: pictures.Bars) -> Columns:
    """The bars as columns; where only a few tokens are, with their numbers."""
    heights = {"target": bars.p, "draft": bars.q, "kept": bars.kept, "corrected": bars.corrected}
    texts = {}
    if bars.values_shown:
        texts = {"target": pictures.values(bars.p), "draft": pictures.values(bars.q)}
        if bars.draws:
            out = pictures.values(bars.kept + bars.corrected)
            whole = bars.corrected == 0  # where the upper part is missing, the lower one carries the number
            texts["kept"] = tuple(text if bare else "" for text, bare in zip(out, whole, strict=True))
            texts["corrected"] = out
    return Columns(names=bars.names, heights=heights, top=bars.top, texts=texts)


def lines_of(curve: pictures.Curve) -> Lines:
    """The curve as lines; skips and changes of the draft are segments, one after the other."""
    gap = np.nan
    jumps, low = curve.jumps, curve.floor if curve.scale == "log" else 0.0
    apart = np.full(len(jumps.n0), gap)
    marks = [value for n in curve.marks for value in (float(n), float(n), gap)]
    paths = {name: Path(line.n, line.tv) for name, line in named(curve).items()}
    paths["jumps"] = Path(
        np.column_stack([jumps.n0, jumps.n1, apart]).ravel(),
        np.column_stack([jumps.tv0, jumps.tv1, apart]).ravel(),
    )
    paths["marks"] = Path(np.array(marks), np.array([low, 1.0, gap] * len(curve.marks)))
    shown = getattr(curve, curve.verdict)
    paths[f"tip-{curve.verdict}"] = Path(shown.n[-1:], shown.tv[-1:])
    return Lines(
        paths=paths,
        start=1.0,
        end=float(curve.x_end),
        top=1.0,
        ticks=curve.tick_labels,
        areas={"band": Area(curve.band_n, curve.band_low, curve.band_high)},
        faint=frozenset({"lossless", "naive"} - {curve.verdict}),
    )


def named(curve: pictures.Curve) -> dict[str, pictures.Line]:
    """The curve's lines by series."""
    return {name: getattr(curve, name) for name in ("ghost", "limit", "naive", "lossless")}
