"""A sheet as PNG, SVG or PDF, in steps: between two of them whoever asked may do something else.

The layout is our own: a column of text and plots, as high as it has to be.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from app.pictures.plots import Columns

from . import cells, legend, lettering, plots, render
from .drawing import Drawing
from .paper import Paper
from .sheet import Cells, Panel, Sheet

WIDTH, MARGIN = 8.0, 0.45  # inches
INSIDE = WIDTH - 2 * MARGIN
BESIDE = 0.4  # inches between plots in a row
LEFT = 0.42  # inches for the words of a vertical axis
TITLE, HINT, HEAD, NUMBERS, SOURCE = 16.0, 10.0, 11.0, 9.6, 7.6  # points of type
TALL = {True: 2.35, False: 1.95}  # inches of a plot: columns, lines
AIR = 0.2  # inches between two rows
BELOW, UNDER = 0.24, 0.2  # inches below a plot: its ticks, and the words of its axis


@dataclass(frozen=True)
class Block:
    """Lines of text of one size and role, and the air above them in inches."""

    lines: list[str]
    size: float
    role: str
    above: float = 0.0

    @property
    def height(self) -> float:
        """In inches; nothing where there is no text."""
        return self.above + lettering.height(len(self.lines), self.size) if self.lines else 0.0


def figure(sheet: Sheet, format_: str, look: str) -> Generator[None, None, bytes]:
    """Draws a sheet; the bytes of the file are what the generator returns.

    Raises ValueError naming a format or a look that there is none of.
    """
    paper = Paper(look)
    render.check(format_)
    above = [
        Block(lettering.broken(sheet.title, TITLE, INSIDE), TITLE, "ink"),
        Block(lettering.broken(sheet.hint, HINT, INSIDE), HINT, "soft", 0.04),
    ]
    below = [
        *(Block(lettering.broken(one, NUMBERS, INSIDE), NUMBERS, "ink", 0.05) for one in sheet.numbers),
        *(
            Block(lettering.broken(one, SOURCE, INSIDE), SOURCE, "soft", 0.12 if i == 0 else 0.02)
            for i, one in enumerate(sheet.source)
        ),
    ]
    yield
    tall = sum(row_height(row) + AIR for row in sheet.rows)
    height = 2 * MARGIN + sum(one.height for one in (*above, *below)) + tall
    drawing = Drawing(WIDTH, height, paper.colour("card"))
    yield
    y = write(drawing, paper, above, height - MARGIN) - AIR
    for row in sheet.rows:
        yield from draw_row(drawing, paper, row, y)
        y -= row_height(row) + AIR
    write(drawing, paper, below, y + AIR - 0.05)
    yield
    return (yield from render.render(drawing, format_, title=sheet.title, source=sheet.source[-1]))


def write(drawing: Drawing, paper: Paper, blocks: list[Block], top: float) -> float:
    """Writes blocks of text from `top` down; returns where they end."""
    for block in blocks:
        top -= block.above if block.lines else 0.0
        for line in block.lines:
            top -= lettering.height(1, block.size)
            rise = 0.27 * lettering.height(1, block.size)
            drawing.text(MARGIN, top + rise, line, paper.colour(block.role), size=block.size)
    return top


def room_of(row: tuple[Panel | Cells, ...]) -> float:
    """Width of one plot of a row, in inches."""
    return (INSIDE - BESIDE * (len(row) - 1)) / len(row)


def row_height(row: tuple[Panel | Cells, ...]) -> float:
    """Height of a row in inches."""
    return max(height_of(one, room_of(row)) for one in row)


def height_of(one: Panel | Cells, room: float) -> float:
    """Height of a plot with its title and its legend, in inches."""
    if isinstance(one, Cells):
        return cells.height(one)
    return head_height(one, room) + TALL[isinstance(one.picture, Columns)] + foot_height(one)


def head_height(panel: Panel, room: float) -> float:
    """Height of title and legend."""
    title = lettering.height(len(lettering.broken(panel.title, HEAD, room)), HEAD)
    return title + 0.04 + legend.height(panel.keys, room) + 0.14


def foot_height(panel: Panel) -> float:
    """Height of what stands below a plot."""
    return BELOW + (UNDER if panel.below else 0.0)


def draw_row(drawing: Drawing, paper: Paper, row: tuple[Panel | Cells, ...], top: float) -> Iterator[None]:
    """Draws a row of plots; those of one row end at one height."""
    room = room_of(row)
    foot = top - row_height(row)
    for i, one in enumerate(row):
        left = MARGIN + i * (room + BESIDE)
        if isinstance(one, Cells):
            yield from cells.draw(drawing, paper, one, (left, top))
            continue
        title = lettering.broken(one.title, HEAD, room)
        size = lettering.height(1, HEAD)
        for number, line in enumerate(title):
            drawing.text(left, top - (number + 0.78) * size, line, paper.colour("ink"), size=HEAD)
        at = top - len(title) * size - 0.04
        legend.draw(drawing, paper, one.keys, one.series, (left, at, room))
        bottom = foot + foot_height(one)
        box = (left + LEFT, bottom, room - LEFT, at - legend.height(one.keys, room) - 0.14 - bottom)
        draw = plots.columns if isinstance(one.picture, Columns) else plots.lines
        yield from draw(drawing, paper, one, box)
        if one.below:
            words = lettering.cut(one.below, legend.SIZE, room - LEFT)
            ink = paper.colour("soft")
            drawing.text(left + room, foot + 0.03, words, ink, size=legend.SIZE, across="right")
