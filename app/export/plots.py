"""Draws the records of app/pictures/plots.py: columns of bars, and lines, each into a box of the sheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from app.pictures.looks import Bar, Line
from app.pictures.plots import NO_AREA, NOTHING, Columns, Lines

from . import lettering
from .drawing import Box, Drawing
from .paper import FAINT, Fill, Paper
from .sheet import Panel

ROOM = 0.86  # of a column that its bars share
TICK, NAME, VALUE = 8.5, 9.0, 7.8  # points of type
MOST_VALUES = 16  # columns that carry their numbers
WIDTHS = {"line": 2.0}  # points of a line, by a size of the page's forms
PIXEL = 0.75  # points of a CSS pixel
GAP = 0.05  # inches between a plot and what stands beside it
MOST_TICKS = 5


def ticks_to(top: float) -> list[float]:
    """Round numbers from 0 to `top`, at most five steps.

    >>> ticks_to(1.0), ticks_to(0.35)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.1, 0.2, 0.3])
    """
    whole = 10.0 ** math.floor(math.log10(top / MOST_TICKS))
    step = next(whole * k for k in (1, 2, 5, 10) if top / (whole * k) <= MOST_TICKS + 1e-9)
    return [round(i * step, 12) for i in range(int(top / step + 1e-9) + 1)]


def tick_text(value: float) -> str:
    """A tick as briefly as it can be written.

    >>> [tick_text(x) for x in (0.0, 0.25, 2.0)]
    ['0', '0.25', '2']
    """
    return f"{value:.10g}"


def axis(drawing: Drawing, paper: Paper, box: Box, ticks: Sequence[tuple[float, str]]) -> None:
    """Horizontal lines at shares of the height, with their words at the left."""
    left, bottom, width, height = box
    for share, words in ticks:
        y = bottom + share * height
        drawing.line([left, left + width], [y, y], paper.colour("grid"), width=0.8)
        drawing.text(left - GAP, y, words, paper.colour("soft"), size=TICK, across="right", up="center")


def columns(drawing: Drawing, paper: Paper, panel: Panel, box: Box) -> Iterator[None]:
    """Draws columns of bars."""
    picture = panel.picture
    assert isinstance(picture, Columns)
    left, bottom, width, height = box
    tokens = len(picture.names)
    column = width / max(1, tokens)
    for i in picture.lit:
        drawing.box((left + i * column, bottom, column, height), Fill(paper.colour("highlight"), None))
    axis(drawing, paper, box, [(one / picture.top, tick_text(one)) for one in ticks_to(picture.top)])
    bars = [one for one in panel.series if isinstance(one, Bar)]
    places = 1 + max(bar.place for bar in bars)
    each = ROOM * column / places
    ends: dict[str, np.ndarray] = {}
    for bar in bars:
        tall = np.asarray(picture.heights.get(bar.name, np.full(tokens, np.nan)), float)
        low = ends[bar.on] if bar.on else np.zeros(tokens)
        ends[bar.name] = low + np.nan_to_num(tall)
        fill, alpha = paper.bar(bar.role, bar.look), FAINT if bar.name in picture.faint else 1.0
        written = picture.texts.get(bar.name, ()) if tokens <= MOST_VALUES else ()
        for i in np.flatnonzero(~np.isnan(tall) & ((tall > 0) | (bar.on is None))).tolist():
            x = left + (i + 0.5) * column + (bar.place - places / 2) * each
            at, up = bottom + low[i] / picture.top * height, tall[i] / picture.top * height
            if up > 0:
                drawing.box((x + 0.03 * each, at, 0.94 * each, up), fill, alpha)
            if written:
                drawing.text(
                    x + each / 2, at + up + 0.03, written[i], paper.colour("ink"), size=VALUE, across="center"
                )
        yield
    drawing.line([left, left + width], [bottom, bottom], paper.colour("line"), width=0.9)
    names(drawing, paper, picture.names, box)
    yield


def names(drawing: Drawing, paper: Paper, words: Sequence[str], box: Box) -> None:
    """The columns' names below them: all, or every so many where they would lie on each other."""
    left, bottom, width, _ = box
    column = width / max(1, len(words))
    widest = max((lettering.width(word, NAME) for word in words), default=0.0)
    apart = max(1, min(math.ceil((widest + GAP) / column), math.ceil(len(words) / 8)))
    for i, word in enumerate(words):
        if i % apart == 0:
            shown = lettering.cut(word, NAME, apart * column - GAP)
            x = left + (i + 0.5) * column
            drawing.text(x, bottom - 0.17, shown, paper.colour("ink"), size=NAME, across="center")


def lines(drawing: Drawing, paper: Paper, panel: Panel, box: Box) -> Iterator[None]:
    """Draws lines, areas and marks over a number."""
    picture = panel.picture
    assert isinstance(picture, Lines)
    left, bottom, width, height = box
    along = scale(picture.start, picture.end, log=panel.log)
    low = 0.0 if panel.floor is None else panel.floor
    upward = scale(low, picture.top, log=panel.floor is not None)
    axis(drawing, paper, box, [(float(upward(np.array(y))), words) for y, words in heights(picture, panel)])
    room = (left, bottom - 0.03, width + 0.03, height + 0.06)  # half of a line's width stands out

    def at(x: object, y: object) -> tuple[np.ndarray, np.ndarray]:
        across, up = along(np.asarray(x, float)), upward(np.asarray(y, float))
        return left + width * across, bottom + height * up

    for line in panel.series:
        assert isinstance(line, Line)
        colour = paper.colour(line.role)
        if line.shape == "area":
            area = picture.areas.get(line.name, NO_AREA)
            if len(area.x):
                x, foot = at(area.x, area.low)
                drawing.area(x, foot, at(area.x, area.high)[1], colour, room)
            continue
        path = picture.paths.get(line.name, NOTHING)
        if not len(path.x):
            continue
        x, y = at(path.x, path.y)
        if line.shape in {"points", "diamonds", "rings"}:
            drawing.marks(x, y, line.shape, colour, paper.colour("card"))
        else:
            thick = WIDTHS[line.width] if isinstance(line.width, str) else line.width * PIXEL
            drawing.line(
                x,
                y,
                colour,
                width=thick,
                dash=paper.dash(line.role, line.dash),
                alpha=FAINT if line.name in picture.faint else 1.0,
                clip=room,
                steps=line.shape == "steps",
            )
        yield
    for number, words in picture.ticks.items():
        place = left + width * float(along(np.array(number)))
        drawing.text(place, bottom - 0.17, words, paper.colour("soft"), size=TICK, across="center")
    yield


def heights(picture: Lines, panel: Panel) -> list[tuple[float, str]]:
    """The ticks of the vertical axis: round numbers, or the powers of ten of a logarithmic one."""
    if panel.floor is None:
        return [(one, tick_text(one)) for one in ticks_to(picture.top)]
    first = round(math.log10(panel.floor))
    return [(10.0**k, tick_text(10.0**k)) for k in range(first, round(math.log10(picture.top)) + 1)]


def scale(start: float, end: float, *, log: bool) -> Callable[[np.ndarray], np.ndarray]:
    """From numbers to shares of an axis.

    >>> scale(1, 100, log=True)(np.array([1.0, 10.0])).tolist()
    [0.0, 0.5]
    """
    if not log:
        return lambda value: (value - start) / (end - start)
    first, last = math.log10(start), math.log10(end)
    return lambda value: (np.log10(np.maximum(value, start * 1e-9)) - first) / (last - first)
