"""One figure of the bench: what was measured how often, and what it should be."""

from __future__ import annotations

import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """The limit that a median should keep: at most it, or at least it."""

    limit: float
    at_most: bool = True

    def met(self, value: float) -> bool:
        """Whether a value keeps the limit."""
        return value <= self.limit if self.at_most else value >= self.limit


@dataclass(frozen=True)
class Figure:
    """A name that says what, the unit, one value a run, and a note on how it came about."""

    name: str
    unit: str
    values: tuple[float, ...]
    target: Target | None = None
    note: str = ""

    @property
    def median(self) -> float:
        """The middle of the values."""
        return statistics.median(self.values)

    @property
    def met(self) -> bool | None:
        """Whether the median keeps the target; None without one."""
        return None if self.target is None else self.target.met(self.median)


def ratio(name: str, ours: Figure, theirs: Figure, target: float) -> Figure:
    """How many times theirs ours takes, by the medians; at most `target` of it.

    >>> ratio("live", Figure("", "ms", (1.0, 2.0, 9.0)), Figure("", "ms", (8.0,)), 1 / 6).median
    0.25
    """
    note = f"medians of {len(ours.values)} and {len(theirs.values)}"
    return Figure(name, "ours / stock", (ours.median / theirs.median,), Target(target), note)
