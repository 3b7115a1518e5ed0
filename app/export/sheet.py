"""What a figure to keep shows: panels of plots with their words, and where all of it comes from. Records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.pictures.looks import Bar, Line
from app.pictures.plots import Columns, Lines


@dataclass(frozen=True)
class Panel:
    """One plot: its title, what it shows, how its series look.

    `keys` is the legend in order: words by series. `below` stands under the horizontal axis. `log` says that
    the horizontal axis is logarithmic; `floor` is the foot of a logarithmic vertical one, None where that is
    linear.
    """

    title: str
    picture: Columns | Lines
    series: Sequence[Bar | Line]
    keys: Mapping[str, str]
    below: str = ""
    log: bool = False
    floor: float | None = None


@dataclass(frozen=True)
class Cells:
    """Rows of cells, each what is written and its kind (app.pictures.cycles.KINDS)."""

    rows: Sequence[Sequence[tuple[str, str]]]
    keys: Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A whole figure: its question, what is said of it, its plots row by row, its numbers, its source."""

    title: str
    hint: str
    rows: tuple[tuple[Panel | Cells, ...], ...]
    numbers: tuple[str, ...]
    source: tuple[str, ...]

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The plots, in order."""
        return tuple(one for row in self.rows for one in row if isinstance(one, Panel))
