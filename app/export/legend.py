"""A legend as rows of small swatches with words, broken where a row is full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from app.pictures.looks import Bar, Line

from . import lettering
from .drawing import Drawing
from .paper import Fill, Paper

SIZE = 8.8  # points of type
SWATCH, WIDE = 0.15, 0.26  # inches, of a bar's swatch and of a line's
APART, AFTER = 0.2, 0.07  # inches between entries, and between a swatch and its words
ROW = 0.2  # inches
WIDTHS = {"line": 2.0}
PIXEL = 0.75


def rows(keys: Mapping[str, str], room: float) -> list[list[tuple[str, str, float]]]:
    """The entries row by row: series, words as far as they fit, and where each begins (inches)."""
    told: list[list[tuple[str, str, float]]] = []
    x = room
    for series, words in keys.items():
        shown = lettering.cut(words, SIZE, room - WIDE - AFTER)
        wide = WIDE + AFTER + lettering.width(shown, SIZE)  # a bar's swatch is narrower, and leaves air
        if not told or x + wide > room:
            told.append([])
            x = 0.0
        told[-1].append((series, shown, x))
        x += wide + APART
    return told


def height(keys: Mapping[str, str], room: float) -> float:
    """Height in inches."""
    return ROW * len(rows(keys, room))


def draw(
    drawing: Drawing,
    paper: Paper,
    keys: Mapping[str, str],
    series: Sequence[Bar | Line],
    place: tuple[float, float, float],
) -> None:
    """Draws it at (left, top, width)."""
    left, top, room = place
    known = {one.name: one for one in series}
    for number, row in enumerate(rows(keys, room)):
        middle = top - (number + 0.5) * ROW
        for name, words, x in row:
            at = left + x + AFTER + swatch(drawing, paper, known[name], left + x, middle)
            drawing.text(at, middle - 0.045, words, paper.colour("soft"), size=SIZE)


def swatch(drawing: Drawing, paper: Paper, one: Bar | Line, x: float, y: float) -> float:
    """What stands for a series, from x on and around y; returns its width."""
    colour = paper.colour(one.role)
    if isinstance(one, Bar):
        drawing.box((x, y - SWATCH / 2, SWATCH, SWATCH), paper.bar(one.role, one.look))
    elif one.shape == "area":
        drawing.box((x, y - SWATCH / 2, WIDE, SWATCH), Fill(colour, None))
        return WIDE
    elif one.shape in {"points", "diamonds", "rings"}:
        at = np.array([x + SWATCH / 2]), np.array([y])
        drawing.marks(*at, one.shape, colour, paper.colour("card"))
    else:
        thick = WIDTHS[one.width] if isinstance(one.width, str) else one.width * PIXEL
        dash = paper.dash(one.role, one.dash)
        drawing.line([x, x + WIDE], [y, y], colour, width=thick, dash=dash)
        return WIDE
    return SWATCH
