"""Draws rows of cells, each with its kind: the eight cycles of the lesson, token by token."""

from __future__ import annotations

from collections.abc import Iterator

from . import lettering
from .drawing import Drawing
from .legend import APART, SIZE
from .paper import Fill, Paper
from .sheet import Cells

ROW, CELL, WIDE, AFTER = 0.36, 0.29, 0.46, 0.07  # inches
FIRST = 0.34  # inches, for the number of a row
LEGEND = 0.34
LOOKS = {  # kind: roles of ground, edge and ink
    "kept": ("card", "empirical", "ink"),
    "corrected": ("correction-wash", "correction", "correction"),
    "bonus": ("bonus", "bonus-edge", "bonus-ink"),
    "rejected": (None, "soft", "soft"),
    "thrown": (None, "line", "soft"),
}
PRINTED = {  # kind: ground, edge, hatch, width of the edge
    "kept": Fill("#FFFFFF", "#000000", width=1.0),
    "corrected": Fill("#FFFFFF", "#000000", "....", width=1.4),
    "bonus": Fill("#C4C4C4", "#000000", width=1.8),
    "rejected": Fill("#FFFFFF", "#777777", "////", width=0.8),
    "thrown": Fill(None, "#9A9A9A", width=0.8),
}


def height(cells: Cells) -> float:
    """Height in inches, with the legend."""
    return LEGEND + ROW * len(cells.rows)


def look(paper: Paper, kind: str) -> tuple[Fill, str]:
    """How a cell of this kind is filled, and the colour of what is written in it."""
    if paper.printed:
        return PRINTED[kind], "#000000"
    ground, edge, ink = LOOKS[kind]
    return Fill(ground and paper.colour(ground), paper.colour(edge), width=1.2), paper.colour(ink)


def draw(drawing: Drawing, paper: Paper, cells: Cells, place: tuple[float, float]) -> Iterator[None]:
    """Draws them from (left, top) down."""
    left, top = place
    x = left
    signs = {kind: text for row in cells.rows for text, kind in row}
    for kind, words in cells.keys.items():
        cell(drawing, paper, kind, signs.get(kind, ""), (x, top - 0.24), small=True)
        drawing.text(x + 0.36, top - 0.2, words, paper.colour("soft"), size=SIZE)
        x += 0.36 + lettering.width(words, SIZE) + APART
    yield
    for number, row in enumerate(cells.rows):
        y = top - LEGEND - (number + 1) * ROW
        words = str(number + 1)
        drawing.text(left + 0.2, y + 0.1, words, paper.colour("soft"), size=SIZE, across="right")
        for i, (text, kind) in enumerate(row):
            cell(drawing, paper, kind, text, (left + FIRST + i * (WIDE + AFTER), y))
        yield


def cell(
    drawing: Drawing, paper: Paper, kind: str, text: str, place: tuple[float, float], *, small: bool = False
) -> None:
    """One cell at its lower left corner."""
    (x, y), share = place, 0.62 if small else 1.0
    fill, ink = look(paper, kind)
    wide, tall = WIDE * share, CELL * share
    drawing.card((x, y, wide, tall), fill, radius=0.05 * share)
    middle = y + tall / 2
    if fill.hatch:  # so that what is written can be read
        drawing.box((x + 0.3 * wide, y + 0.12 * tall, 0.4 * wide, 0.76 * tall), Fill("#FFFFFF", None))
    drawing.text(x + wide / 2, middle, text, ink, size=10 * share, across="center", up="center_baseline")
